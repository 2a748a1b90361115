"""Runs a command and writes the most memory that it, or what it ran, had at once to a file, in kilobytes.

usage: peak_memory.py FILE COMMAND [ARGUMENT]...
"""

import os
import resource
import subprocess
import sys

status = subprocess.call(sys.argv[2:])
with open(sys.argv[1], "w") as file:
    file.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(status)
