#!/usr/bin/env python3
"""Prints the schema of types as an OpenAPI document, for generators that read only those."""

import json
import sys

schema = json.load(sys.stdin)
document = {
    "openapi": "3.1.0",
    "info": {"title": "deckd", "description": schema["description"], "version": "1"},
    "paths": {},
    "components": {"schemas": schema["definitions"]},
}
print(json.dumps(document, ensure_ascii=False).replace("#/definitions/", "#/components/schemas/"))
