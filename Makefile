# Each target is one command of tools/course.py, which also runs where there is no make:
#   python tools/course.py lab
PYTHON ?= python3

.PHONY: lab test build check workshop kit bench bench-grade clean
lab test build check workshop kit bench bench-grade clean:
	@$(PYTHON) tools/course.py $@
