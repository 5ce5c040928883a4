"""Whether a JSON Schema (draft-07) of the protocol breaks who relies on an earlier one.

usage: schemas.py EARLIER LATER      prints what breaks, one per line
"""

from __future__ import annotations

import json
import sys
from typing import Any, Dict, Iterator, List, Set, Tuple

# Schema, whose words may change, and keywords under which an exact rule stands.
WORDS = {"title", "description", "$schema"}
LEAST = {"minimum", "exclusiveMinimum", "minItems", "minLength", "minProperties"}
MOST = {"maximum", "exclusiveMaximum", "maxItems", "maxLength"}


def breaks(earlier: Any, later: Any) -> List[str]:
    """What a client of the earlier schema can no longer send, or may receive that it does not know how to read."""
    comparison = Comparison(earlier, later)
    for sender in ("fromClient", "fromDaemon"):
        if sender not in later["definitions"]:
            comparison.found.append(f"{sender} is gone")
        else:
            definitions = earlier["definitions"][sender], later["definitions"][sender]
            comparison.compare(*definitions, sender == "fromClient", sender)
    return comparison.found


class Comparison:
    def __init__(self, earlier: Any, later: Any) -> None:
        self.earlier, self.later = earlier["definitions"], later["definitions"]
        self.seen: Set[Tuple[str, str, bool]] = set()
        self.found: List[str] = []

    def compare(self, old: Any, new: Any, is_sent: bool, place: str) -> None:
        """Compares two schemas of what a client sends, or of what it receives."""
        if "$ref" in old or "$ref" in new:
            names = old.get("$ref", ""), new.get("$ref", "")
            if all(names):
                if (*names, is_sent) in self.seen:
                    return
                self.seen.add((*names, is_sent))
                place = names[0].removeprefix("#/definitions/")
            old, new = self.resolved(old, self.earlier), self.resolved(new, self.later)
        for words in self.differences(old, new, is_sent):
            self.found.append(f"{place}: {words}")
        for name, property in old.get("properties", {}).items():
            if name not in new.get("properties", {}):
                self.found.append(f"{place}: {name} is gone")
            else:
                self.compare(property, new["properties"][name], is_sent, f"{place}.{name}")
        for keyword in ("items", "then", "else", "additionalProperties"):
            # What has no schema may be anything.
            inner = old.get(keyword, {}), new.get(keyword, {})
            if any(inner) and all(isinstance(schema, dict) for schema in inner):
                self.compare(*inner, is_sent, f"{place}.{keyword}")
        for keyword in ("anyOf", "oneOf", "allOf"):
            self.compare_branches(old.get(keyword, []), new.get(keyword, []), is_sent, f"{place}.{keyword}")

    def compare_branches(self, old: List[Any], new: List[Any], is_sent: bool, place: str) -> None:
        """Compares cases. A message meets one of anyOf and oneOf, and all of allOf."""
        # A rule for a method or a type is found by what it applies to; others by their place.
        rules = {json.dumps(branch["if"], sort_keys=True): branch for branch in new if "if" in branch}
        others = [branch for branch in new if "if" not in branch]
        for number, branch in enumerate(branch for branch in old if "if" not in branch):
            if number < len(others):
                self.compare(branch, others[number], is_sent, f"{place}[{number}]")
            else:
                self.found.append(f"{place}: a case is gone")
        count = sum("if" not in branch for branch in old)
        if len(others) > count and place.endswith(".allOf") == is_sent:
            self.found.append(f"{place}: a case is new")
        for branch in old:
            if "if" not in branch:
                continue
            condition = json.dumps(branch["if"], sort_keys=True)
            if condition in rules:
                self.compare(branch, rules[condition], is_sent, place)
            else:
                self.found.append(f"{place}: what applies to {condition} is gone")

    @staticmethod
    def resolved(schema: Any, definitions: Dict[str, Any]) -> Any:
        while "$ref" in schema:
            schema = definitions[schema["$ref"].removeprefix("#/definitions/")]
        return schema

    @staticmethod
    def differences(old: Any, new: Any, is_sent: bool) -> Iterator[str]:
        """What breaks in two schemas themselves, without what they contain."""
        required = set(old.get("required", [])), set(new.get("required", []))
        missing = required[1] - required[0] if is_sent else required[0] - required[1]
        for name in sorted(missing):
            yield f"{name} must be given now" if is_sent else f"{name} may be left out now"

        for keyword, accepts in (("type", types), ("enum", values), ("const", values)):
            before, after = accepts(old), accepts(new)
            if keyword not in old and keyword not in new or before == after:
                continue
            gone, added = sorted(before - after), sorted(after - before)
            if is_sent and gone and (keyword in new or keyword == "type"):
                yield f"{', '.join(gone)} is refused now"
            elif not is_sent and (added or keyword not in new):
                yield f"{', '.join(added) or 'anything'} may be sent now"
            if keyword == "enum":
                break
        # Texts of which later ones may be more: a client has a way for those that it does not know.
        for name in sorted(set(old.get("examples", [])) - set(new.get("examples", []))):
            yield f"{name} is gone"

        for keyword in LEAST | MOST:
            before, after = old.get(keyword), new.get(keyword)
            if before == after:
                continue
            is_wider = after is None or (
                before is not None and (after < before if keyword in LEAST else after > before)
            )
            if is_wider != is_sent:
                yield f"{keyword} was {before} and is {after}"
        closed = old.get("additionalProperties"), new.get("additionalProperties")
        if False in closed and closed[0] != closed[1] and (closed[1] is False) == is_sent:
            yield "other members are refused now" if is_sent else "other members may be sent now"

        exact = set(old) | set(new)
        exact -= WORDS | LEAST | MOST | {"required", "type", "enum", "const", "examples", "properties", "items", "then"}
        exact -= {"else", "additionalProperties", "anyOf", "oneOf", "allOf", "$ref"}
        for keyword in sorted(exact):
            if old.get(keyword) != new.get(keyword) and not (is_sent and keyword not in new):
                yield f"{keyword} was {json.dumps(old.get(keyword))} and is {json.dumps(new.get(keyword))}"


def types(schema: Any) -> Set[str]:
    """The types that a schema allows; every integer is a number."""
    named = schema.get("type", ["array", "boolean", "null", "number", "object", "string"])
    allowed = {named} if isinstance(named, str) else set(named)
    return allowed | ({"integer"} if "number" in allowed else set())


def values(schema: Any) -> Set[str]:
    allowed = schema["enum"] if "enum" in schema else [schema["const"]] if "const" in schema else []
    return {json.dumps(value) for value in allowed}


if __name__ == "__main__":
    documents = []
    for path in sys.argv[1:3]:
        with open(path, encoding="utf-8") as file:
            documents.append(json.load(file))
    found = breaks(*documents)
    print("\n".join(found))
    sys.exit(1 if found else 0)
