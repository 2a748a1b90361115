"""Asks a service through PyPI's varlink, which knows nothing of Stage, and prints what it answers as JSON.

usage: foreign_client.py SOCKET TOKEN
"""

import json
import sys

import varlink

client = varlink.Client(address="unix:" + sys.argv[1])
answers = {}
with client.open("org.varlink.service") as service:
    answers["info"] = service.GetInfo()
    answers["description"] = service.GetInterfaceDescription("io.stage.Staging")["description"]
with client.open("io.stage.Staging") as stage:
    answers["list"] = stage.List()
    answers["show"] = stage.Show(token=sys.argv[2])
    grant = answers["show"]["grant"]["id"]
    answers["renewed"] = stage.Renew(requestId="0123456789abcdef-renew", id=grant, ttl=60000)
    answers["revoked"] = stage.Revoke(requestId="0123456789abcdef-revoke", id=grant)
    try:
        stage.Show(id="nothing")
    except varlink.VarlinkError as error:
        answers["error"] = error.as_dict()
    answers["status"] = stage.Status()
print(json.dumps(answers))
