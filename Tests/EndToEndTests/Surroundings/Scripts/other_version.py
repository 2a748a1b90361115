"""A service of another version, which knows nothing but what it is: other_version.py SOCKET VERSION KIND

KIND is how it answers all else: `unknown` method, `parameter` it does not accept, `strange` answer.
"""

import json
import socket
import sys

listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen(16)
unknown = {"error": "org.varlink.service.MethodNotFound", "parameters": {"method": "?"}}
parameter = {"error": "org.varlink.service.InvalidParameter", "parameters": {"parameter": "offers"}}
others = {"unknown": unknown, "parameter": parameter, "strange": {"parameters": {"grant": 7}}}
info = {"vendor": "Stage", "product": "staged", "version": sys.argv[2], "url": "", "interfaces": ["org.varlink.service"]}
while True:
    client, _ = listener.accept()
    buffer = b""
    while part := client.recv(65536):
        buffer += part
        while b"\0" in buffer:
            call, buffer = buffer.split(b"\0", 1)
            asked = json.loads(call)["method"] == "org.varlink.service.GetInfo"
            client.sendall(json.dumps({"parameters": info} if asked else others[sys.argv[3]]).encode() + b"\0")
    client.close()
