"""Tries to alter what was received: meddle.py PATH... Prints what succeeded, a line each, and nothing when all failed."""

import os
import subprocess
import sys


def attempt(what, path, body):
    try:
        body()
    except (OSError, subprocess.CalledProcessError):
        return
    print(what, path)


def reopened(path, flags):
    with open(path, "rb") as file:
        os.close(os.open(f"/proc/self/fd/{file.fileno()}", flags))


def through_descriptor(path, body):
    with open(path, "rb") as file:
        body(file.fileno())


def meddle(path):
    folder, name = os.path.split(path)
    attempt("open", path, lambda: os.close(os.open(path, os.O_RDWR)))
    attempt("append", path, lambda: os.close(os.open(path, os.O_WRONLY | os.O_APPEND)))
    attempt("open-truncate", path, lambda: os.close(os.open(path, os.O_WRONLY | os.O_TRUNC)))
    attempt("truncate", path, lambda: os.truncate(path, 1))
    attempt("chmod", path, lambda: os.chmod(path, 0o666))
    attempt("chown", path, lambda: os.chown(path, os.getuid(), -1))
    attempt("utime", path, lambda: os.utime(path, (0, 0)))
    attempt("setfacl", path, lambda: subprocess.run(
        ["setfacl", "-m", f"u:{os.getuid()}:rw", path], check=True, stderr=subprocess.DEVNULL))
    attempt("setxattr", path, lambda: os.setxattr(path, "user.stage.sender", b"0"))
    if os.path.isfile(path):
        attempt("reopen", path, lambda: reopened(path, os.O_RDWR))
        attempt("reopen-truncate", path, lambda: reopened(path, os.O_WRONLY | os.O_TRUNC))
        attempt("fchmod", path, lambda: through_descriptor(path, lambda number: os.fchmod(number, 0o666)))
        attempt("ftruncate", path, lambda: through_descriptor(path, lambda number: os.ftruncate(number, 0)))
        attempt("write", path, lambda: through_descriptor(path, lambda number: os.write(number, b"x")))
    attempt("rename", path, lambda: os.rename(path, path + "~"))
    attempt("rename-within", path, lambda: os.rename(path, os.path.join(folder, "~")))
    attempt("unlink", path, lambda: os.rmdir(path) if os.path.isdir(path) else os.unlink(path))
    attempt("link-within", path, lambda: os.link(path, os.path.join(folder, "again")))
    attempt("make", folder, lambda: os.close(os.open(os.path.join(folder, "new"), os.O_CREAT | os.O_WRONLY, 0o600)))
    attempt("mkdir", folder, lambda: os.mkdir(os.path.join(folder, "new.d")))
    attempt("chmod", folder, lambda: os.chmod(folder, 0o777))


if not sys.argv[1:]:
    # What was handed over as standard input.
    attempt("reopen", "-", lambda: os.close(os.open("/proc/self/fd/0", os.O_RDWR)))
    attempt("fchmod", "-", lambda: os.fchmod(0, 0o666))
    attempt("ftruncate", "-", lambda: os.ftruncate(0, 0))
    attempt("write", "-", lambda: os.write(0, b"x"))
for path in sys.argv[1:]:
    meddle(path)
