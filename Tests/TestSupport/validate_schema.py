"""Validates lines on standard input against one definition of a JSON Schema (draft-07).

usage: validate_schema.py [--strict] SCHEMA DEFINITION < LINES

With --strict, what the schema leaves open is closed: an object that does not say so has no other members than those of
the schema, and a text with examples is one of them.

Writes one JSON object for each line that is wrong, {"line": 1, "reason": "…"}, and "checked N" at the end.
Needs python3-fastjsonschema.
"""

import json
import sys

import fastjsonschema


def members(pairs):
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key more than once in an object")
    return value


def constant(name):
    raise ValueError(name + " is not JSON")


def close(schema):
    """Closes what a schema leaves open, except where it only tells messages apart."""
    if isinstance(schema, list):
        for element in schema:
            close(element)
    if not isinstance(schema, dict):
        return
    if "examples" in schema:
        schema["enum"] = schema.pop("examples")
    if "properties" in schema and schema.get("type") == "object":
        schema.setdefault("additionalProperties", False)
    for value in schema.values():
        close(value)


def main():
    arguments = sys.argv[1:]
    strict = arguments[0] == "--strict"
    path, definition = arguments[1:] if strict else arguments
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    if strict:
        close(schema)
    validate = fastjsonschema.compile(
        {"$schema": schema["$schema"], "$ref": "#/definitions/" + definition, "definitions": schema["definitions"]}
    )
    decoder = json.JSONDecoder(object_pairs_hook=members, parse_constant=constant)
    number = 0
    for number, line in enumerate(sys.stdin.buffer, 1):
        reason = None
        try:
            validate(decoder.decode(line.removesuffix(b"\n").decode("utf-8")))
        except fastjsonschema.JsonSchemaValueException as error:
            reason = error.message
        except (ValueError, RecursionError) as error:
            reason = "not JSON: " + str(error)
        if reason is not None:
            print(json.dumps({"line": number, "reason": reason}))
    print("checked", number)


main()
