#!/bin/sh
# Install the course from this folder, without the network, and open JupyterLab:  sh install.sh
cd "$(dirname "$0")" || exit 1
for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
        exec "$python" install.py "$@"
    fi
done
echo "There is no Python 3 here. README.txt says which one this kit needs." >&2
exit 1
