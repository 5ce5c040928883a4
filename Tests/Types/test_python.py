#!/usr/bin/env python3
"""The Python types of datamodel-code-generator: whether they decode every line, as the type that its names say.

usage: test_python.py MODULE

MODULE is what the generator made of `deckd.types.schema.json`.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from typing import Any, Iterator

import lines
import pydantic

ENDINGS = ("Notification", "Event", "Motion", "Formula", "Request", "Reply", "Result", "Question", "DelegateAnswer")


def types(value: Any) -> Iterator[str]:
    """The types of messages and formulas in a decoded line, from the outside in."""
    if isinstance(value, pydantic.RootModel):
        yield from types(value.root)
    elif isinstance(value, pydantic.BaseModel):
        if type(value).__name__.endswith(ENDINGS):
            yield type(value).__name__
        for field in type(value).model_fields:
            yield from types(getattr(value, field))
    elif isinstance(value, list):
        for element in value:
            yield from types(element)


def is_part(part: Any, whole: Any) -> bool:
    """Whether `whole` has all that `part` has; what the types do not know is in `whole` alone."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(name in whole and is_part(value, whole[name]) for name, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(is_part, part, whole))
    return bool(part == whole) and isinstance(part, bool) == isinstance(whole, bool)


def main() -> int:
    [path] = sys.argv[1:]
    spec = importlib.util.spec_from_file_location("deckd_types", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["deckd_types"] = module
    spec.loader.exec_module(module)

    decoders = {name: pydantic.TypeAdapter(getattr(module, name)) for name in ("FromDaemon", "FromClient")}
    failed, seen = 0, set()
    every = lines.every()
    for line in every:
        seen.update(line.types)
        try:
            value = decoders[line.sender].validate_json(json.dumps(line.message))
            found = list(types(value))
            again = decoders[line.sender].dump_python(value, mode="json", by_alias=True, exclude_unset=True)
            # All of the line comes back, unless something of a later daemon is in it.
            is_known = not any(word in f"{line.place} {line.types}" for word in ("unknown.ndjson", "later", "Unknown"))
            is_same = is_part(again, line.message) and (not is_known or is_part(line.message, again))
            problem = None if found == line.types and is_same else f"found {found}, {json.dumps(again)[:300]}"
        except pydantic.ValidationError as error:
            problem = str(error)[:300]
        if problem:
            failed += 1
            print(f"{line.place}: expected {line.types}: {problem}\n  {json.dumps(line.message)[:300]}")
    print(f"{len(every)} lines of {len(seen)} types")
    print(f"{len(every) - failed} passed, {failed} failed")
    return 0 if every and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
