"""Stands in for a service manager: activate.py SOCKET USER COMMAND...

Listens at SOCKET, starts COMMAND as USER (a number, of the group of that number) when somebody connects, and hands the
socket over as sd_listen_fds(3) has it; again whenever it has ended. Each start is a line on standard output. Ends on
SIGTERM, and the command with it.
"""

import os
import select
import signal
import socket
import sys

path, user, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
listener = socket.socket(socket.AF_UNIX)
listener.bind(path)
os.chmod(path, 0o666)
listener.listen(64)
child = 0


def end(*_):
    if child:
        try:
            os.kill(child, signal.SIGTERM)
            for _ in range(100):
                if os.waitpid(child, os.WNOHANG)[0]:
                    break
                select.select([], [], [], 0.1)
            else:
                os.kill(child, signal.SIGKILL)
        except OSError:
            pass
    os._exit(0)


signal.signal(signal.SIGTERM, end)
while True:
    select.select([listener], [], [])
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        # Before it serves anybody, who could look for this line.
        print("started", os.getpid(), flush=True)
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
        os.umask(0o077)
        os.dup2(listener.fileno(), 3)
        os.set_inheritable(3, True)
        environment = {"PATH": "/usr/bin:/bin", "XDG_STATE_HOME": "/var/lib"}
        environment |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid()), "LISTEN_FDNAMES": "varlink"}
        os.execve(command[0], command, environment)
    os.waitpid(child, 0)
    child = 0
