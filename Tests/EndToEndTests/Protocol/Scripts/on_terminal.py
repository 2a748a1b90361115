"""Runs a command with standard output and error on a terminal, prints what it wrote there, and ends as it did.

usage: on_terminal.py COMMAND [ARGUMENT]...
"""

import os
import pty
import subprocess
import sys

leader, follower = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=follower, stderr=follower)
os.close(follower)
written = b""
while True:
    try:
        part = os.read(leader, 65536)
    except OSError:
        break
    if not part:
        break
    written += part
sys.stdout.buffer.write(written)
sys.exit(process.wait())
