"""Receives an open file over the service's own protocol, and runs a command with it as standard input.

usage: as_input.py SOCKET TOKEN COMMAND...
"""

import json
import os
import secrets
import socket
import sys

service = socket.socket(socket.AF_UNIX)
service.connect(sys.argv[1])


def call(method, parameters):
    message = {"method": "io.stage.Staging." + method, "parameters": parameters}
    service.sendall(json.dumps(message).encode() + b"\0")
    answer, received = b"", []
    while not answer.endswith(b"\0"):
        part, more, _, _ = socket.recv_fds(service, 65536, 64)
        if not part:
            sys.exit("the service hung up")
        answer, received = answer + part, received + more
    answer = json.loads(answer[:-1])
    if "error" in answer:
        sys.exit(answer["parameters"]["message"])
    return answer["parameters"], received


got, files = call("Receive", {"requestId": secrets.token_hex(16), "token": sys.argv[2], "delivery": "descriptor"})
call("Confirm", {"claim": got["delivery"]["claim"]})
os.dup2(files[0], 0)
os.execvp(sys.argv[3], sys.argv[3:])
