"""Offers one descriptor to the service at argv[1] as a file or stream, and prints the error's or the grant's name.

usage: offer_descriptor.py SOCKET file|stream KIND PATH
"""

import json
import os
import secrets
import socket
import sys


def opened(kind, path):
    if kind == "read":
        return os.open(path, os.O_RDONLY)
    if kind == "path":
        return os.open(path, os.O_PATH)
    if kind == "write":
        return os.open(path, os.O_WRONLY)
    if kind == "directory":
        return os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    if kind == "half-read":
        descriptor = os.open(path, os.O_RDONLY)
        os.read(descriptor, 6)
        return descriptor
    if kind == "pipe":
        reading, writing = os.pipe()
        os.write(writing, b"piped\n")
        os.close(writing)
        return reading
    if kind == "pipe-end":
        return os.pipe()[1]
    if kind == "socket":
        return socket.socketpair()[0].detach()
    if kind == "memfd":
        descriptor = os.memfd_create("m")
        os.write(descriptor, b"in memory\n")
        return descriptor
    raise SystemExit(f"no such kind: {kind}")


def call(connection, method, parameters, descriptors=()):
    message = {"method": "io.stage.Staging." + method, "parameters": parameters}
    if descriptors:
        message["descriptors"] = len(descriptors)
    socket.send_fds(connection, [json.dumps(message).encode() + b"\0"], descriptors)
    data, received = b"", []
    while not data.endswith(b"\0"):
        part, fds, _, _ = socket.recv_fds(connection, 1 << 16, 8)
        if not part:
            raise SystemExit("the service hung up")
        data += part
        received += fds
    return json.loads(data[:-1]), received


connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
offer = {"source": sys.argv[2], "name": "f.txt"}
reply, _ = call(
    connection,
    "Send",
    {"requestId": secrets.token_hex(16), "offers": [offer], "mode": "snapshot"},
    [opened(sys.argv[3], sys.argv[4])],
)
if "error" in reply:
    print(reply["error"].rsplit(".", 1)[1])
    sys.exit()
token = reply["parameters"]["grant"]["token"]
reply, descriptors = call(
    connection, "Receive", {"requestId": secrets.token_hex(16), "token": token, "delivery": "descriptor"}
)
claim = reply["parameters"]["delivery"]["claim"]
print(os.pread(descriptors[0], 4096, 0).decode(), end="")
call(connection, "Confirm", {"claim": claim})
