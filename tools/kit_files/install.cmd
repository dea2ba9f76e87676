@echo off
rem Install the course from this folder, without the network, and open JupyterLab: double-click, or type install.cmd
pushd "%~dp0"
if not exist install.py (
    echo Unpack the whole archive first ^(right-click it, Extract All^), then start install.cmd in the unpacked folder.
    pause
    exit /b 1
)
py -3 -c "" >nul 2>nul
if errorlevel 1 (python install.py %*) else (py -3 install.py %*)
if errorlevel 1 (
    echo If no Python was found: README.txt says which one this kit needs.
    pause
    exit /b 1
)
