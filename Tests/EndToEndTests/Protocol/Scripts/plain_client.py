"""Sends a file and receives it again, written from the interface's documentation alone: no library but Python's own.

usage: plain_client.py SOCKET PATH
"""

import json
import os
import secrets
import socket
import sys
import time


class Stage:
    def __init__(self, path):
        self.connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.connection.connect(path)
        self.pending = b""
        self.descriptors = []

    def call(self, method, descriptors=(), **parameters):
        message = {"method": "io.stage.Staging." + method, "parameters": parameters}
        if descriptors:
            message["descriptors"] = len(descriptors)
        data = json.dumps(message).encode() + b"\0"
        sent = socket.send_fds(self.connection, [data], descriptors)
        self.connection.sendall(data[sent:])
        while b"\0" not in self.pending:
            part, received, _, _ = socket.recv_fds(self.connection, 65536, 64)
            if not part:
                raise EOFError
            self.pending += part
            self.descriptors += received
        text, _, self.pending = self.pending.partition(b"\0")
        reply = json.loads(text)
        if "error" in reply:
            raise RuntimeError(reply["error"], reply["parameters"])
        count = reply.get("descriptors", 0)
        brought, self.descriptors = self.descriptors[:count], self.descriptors[count:]
        return reply["parameters"], brought

    @staticmethod
    def request():
        return secrets.token_hex(16)


stage = Stage(sys.argv[1])
with open(sys.argv[2], "rb") as file:
    reply, _ = stage.call(
        "Send",
        [file.fileno()],
        requestId=stage.request(),
        offers=[{"source": "file", "name": os.path.basename(sys.argv[2])}],
        mode="snapshot",
        ttl=60000,
        uses=2,
    )
token = reply["grant"]["token"]

# As an open file.
reply, descriptors = stage.call("Receive", requestId=stage.request(), token=token, delivery="descriptor")
with os.fdopen(descriptors[0], "rb") as file:
    content = file.read()
stage.call("Confirm", claim=reply["delivery"]["claim"])

# In an area, which is released.
reply, _ = stage.call("Receive", requestId=stage.request(), token=token, delivery="area", digest=True)
stage.call("Confirm", claim=reply["delivery"]["claim"])
received = reply["received"]
with open(received["path"], "rb") as file:
    same = file.read() == content
stage.call("Release", requestId=stage.request(), area=received["area"])
for _ in range(500):
    if not os.path.exists(received["path"]):
        break
    time.sleep(0.01)

# A tree of one folder and one file, whose time is the file's own.
os.utime(sys.argv[2], ns=(0, 0))
staging = stage.call("BeginTree")[0]["staging"]
with open(sys.argv[2], "rb") as file:
    stage.call(
        "AddEntries",
        [file.fileno()],
        staging=staging,
        entries=[
            {"path": "", "kind": "directory", "permissions": 0o755, "modifiedNanoseconds": 0},
            {"path": "in", "kind": "file", "permissions": 0o644, "modifiedNanoseconds": 0},
        ],
    )
reply, _ = stage.call(
    "Send",
    requestId=stage.request(),
    offers=[{"source": "tree", "staging": staging, "name": "folder"}],
    mode="snapshot",
)
tree = reply["grant"]["token"]
reply, descriptors = stage.call("Receive", requestId=stage.request(), token=tree, delivery="area")
stage.call("Confirm", claim=reply["delivery"]["claim"])
with open(os.path.join(reply["received"]["path"], "in"), "rb") as file:
    same = same and file.read() == content
manifest = os.fdopen(descriptors[0], "rb").read()

print(
    json.dumps(
        {
            "content": content.decode(),
            "same": same,
            "name": received["name"],
            "sha256": received["sha256"],
            "released": not os.path.exists(received["path"]),
            "manifest": [record.decode() for record in manifest.split(b"\0")],
        }
    )
)
