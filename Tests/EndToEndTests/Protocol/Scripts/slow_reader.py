"""Receives a grant's bytes through a pipe that is read slowly at first, and prints what came on standard error.

usage: slow_reader.py terminal|pipe TOKEN [OPTION]...
"""

import os
import pty
import subprocess
import sys
import time

if sys.argv[1] == "terminal":
    reading, writing = pty.openpty()
else:
    reading, writing = os.pipe()
process = subprocess.Popen(
    ["stage", "receive", "--stdout", *sys.argv[2:]], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=writing
)
os.close(writing)
# Long enough for a bar: it appears a second after the first bytes.
process.stdout.read(1)
end = time.monotonic() + 1.3
while time.monotonic() < end:
    process.stdout.read(65536)
    time.sleep(0.02)
while process.stdout.read(1 << 20):
    pass
written = b""
while True:
    try:
        part = os.read(reading, 65536)
    except OSError:
        break
    if not part:
        break
    written += part
sys.stdout.buffer.write(written)
sys.exit(process.wait())
