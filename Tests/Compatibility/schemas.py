"""Whether a JSON Schema (draft-07) of the protocol breaks who relies on an earlier one.

usage: schemas.py EARLIER LATER      prints what breaks, one per line
"""

from __future__ import annotations

import json
import sys
from typing import Any, Dict, Iterator, List, Set, Tuple

WORDS = {"$comment", "$schema", "description", "title"}
LEAST = {"exclusiveMinimum", "minItems", "minLength", "minProperties", "minimum"}
MOST = {"exclusiveMaximum", "maxItems", "maxLength", "maximum"}
VALUES = {"const", "enum"}
NESTED = {"additionalProperties", "allOf", "anyOf", "else", "items", "oneOf", "properties", "then"}


def breaks(earlier: Any, later: Any) -> List[str]:
    """What a client of the earlier schema can no longer send, or may receive that it does not know how to read."""
    comparison = Comparison(earlier["definitions"], later["definitions"], set())
    for sender in ("fromClient", "fromDaemon"):
        if sender in later["definitions"]:
            definitions = earlier["definitions"][sender], later["definitions"][sender]
            comparison.compare(*definitions, sender == "fromClient", sender)
        else:
            comparison.found.append(f"{sender} is gone")
    return comparison.found


class Comparison:
    """A schema accepts some values. What a client sends must stay accepted; what it receives must have been."""

    def __init__(self, earlier: Dict[str, Any], later: Dict[str, Any], seen: Set[Tuple[str, str, bool]]) -> None:
        self.earlier, self.later, self.seen = earlier, later, seen
        self.found: List[str] = []

    def compare(self, old: Any, new: Any, is_sent: bool, path: str) -> None:
        # A schema may be true, which accepts everything.
        old, new = ({} if schema is True else schema for schema in (old, new))
        if old is False or new is False:
            if old != new and (new is False) == is_sent:
                self.found.append(f"{path}: {'refused' if is_sent else 'anything may be sent'} now")
            return
        names = old.get("$ref"), new.get("$ref")
        if all(names):
            if (*names, is_sent) in self.seen:
                return
            self.seen.add((*names, is_sent))
            path = names[0].removeprefix("#/definitions/")
        old, new = self.resolved(old, self.earlier), self.resolved(new, self.later)
        self.found += [f"{path}: {words}" for words in differences(old, new, is_sent)]
        properties = new.get("properties", {})
        for name, property in old.get("properties", {}).items():
            if name in properties:
                self.compare(property, properties[name], is_sent, f"{path}.{name}")
            else:
                self.found.append(f"{path}: {name} is gone")
        for keyword in ("items", "then", "else", "additionalProperties"):
            if keyword in old or keyword in new:
                self.compare(old.get(keyword, {}), new.get(keyword, {}), is_sent, f"{path}.{keyword}")
        for keyword in ("anyOf", "oneOf"):
            if keyword in old or keyword in new:
                self.compare_cases(old.get(keyword, [{}]), new.get(keyword, [{}]), is_sent, f"{path}.{keyword}")
        self.compare_rules(old, new, is_sent, f"{path}.allOf")

    def compare_cases(self, old: List[Any], new: List[Any], is_sent: bool, path: str) -> None:
        """Each case that a client sends must still be one; each that it receives must have been one."""
        for number, case in enumerate(old if is_sent else new):
            others = new if is_sent else old
            tries = [self.tried((case, other) if is_sent else (other, case), is_sent, path) for other in others]
            if not any(trial == [] for trial in tries):
                # The words about the case in the same place, which is most likely the one that was changed.
                same = tries[number] if number < len(tries) else []
                self.found += same or [f"{path}: a case is {'gone' if is_sent else 'new'}"]

    def tried(self, pair: Tuple[Any, Any], is_sent: bool, path: str) -> List[str]:
        trial = Comparison(self.earlier, self.later, set(self.seen))
        trial.compare(*pair, is_sent, path)
        return trial.found

    def compare_rules(self, old: Any, new: Any, is_sent: bool, path: str) -> None:
        """Compares the rules of allOf, which are found by what they apply to."""
        rules = list(new.get("allOf", []))
        for rule in old.get("allOf", []):
            same = next((other for other in rules if other.get("if") == rule.get("if")), None)
            if same is None:
                self.found.append(f"{path}: what applies to {json.dumps(rule.get('if'))} is gone")
                continue
            rules.remove(same)
            self.compare(rule, same, is_sent, path)
        # What a client receives may have more rules. What it sends, only about what it could not send before.
        methods = old.get("properties", {}).get("method", {}).get("enum", [])
        for rule in rules if is_sent else []:
            method = rule.get("if", {}).get("properties", {}).get("method", {}).get("const")
            if method is None or method in methods:
                self.found.append(f"{path}: a rule is new: {json.dumps(rule)[:120]}")

    @staticmethod
    def resolved(schema: Any, definitions: Dict[str, Any]) -> Any:
        while "$ref" in schema:
            schema = definitions[schema["$ref"].removeprefix("#/definitions/")]
        return schema


def differences(old: Any, new: Any, is_sent: bool) -> Iterator[str]:
    """What breaks in two schemas themselves, without what they contain."""
    required = set(old.get("required", [])), set(new.get("required", []))
    missing = required[1] - required[0] if is_sent else required[0] - required[1]
    for name in sorted(missing):
        yield f"{name} must be given now" if is_sent else f"{name} may be left out now"

    for keywords, accepted in (({"type"}, types), (VALUES, values)):
        before, after = accepted(old), accepted(new)
        if is_sent and after is not None:
            gone = ["anything else"] if before is None else sorted(before - after)
            if gone:
                yield f"{', '.join(gone)} is refused now"
        elif not is_sent and before is not None:
            added = ["anything"] if after is None else sorted(after - before)
            if added:
                yield f"{', '.join(added)} may be sent now"
    # Texts of which later ones may be more: a client has a way for those that it does not know.
    for name in sorted(set(old.get("examples", [])) - set(new.get("examples", []))):
        yield f"{name} is gone"

    for keyword in sorted(LEAST | MOST):
        before, after = old.get(keyword), new.get(keyword)
        if before == after:
            continue
        is_wider = after is None or before is not None and (after < before if keyword in LEAST else after > before)
        if is_wider != is_sent:
            yield f"{keyword} was {before} and is {after}"

    for keyword in sorted((set(old) | set(new)) - WORDS - LEAST - MOST - VALUES - NESTED):
        if keyword in ("$ref", "examples", "required", "type") or old.get(keyword) == new.get(keyword):
            continue
        if not (is_sent and keyword not in new):
            yield f"{keyword} was {json.dumps(old.get(keyword))} and is {json.dumps(new.get(keyword))}"


def types(schema: Any) -> Set[str] | None:
    """The types that a schema accepts; every integer is a number."""
    if "type" not in schema:
        return None
    allowed = {schema["type"]} if isinstance(schema["type"], str) else set(schema["type"])
    return allowed | ({"integer"} if "number" in allowed else set())


def values(schema: Any) -> Set[str] | None:
    """The values that a schema accepts, where it lists them."""
    if VALUES.isdisjoint(schema):
        return None
    return {json.dumps(value) for value in schema.get("enum", [schema.get("const")])}


if __name__ == "__main__":
    documents = []
    for argument in sys.argv[1:3]:
        with open(argument, encoding="utf-8") as file:
            documents.append(json.load(file))
    lines = breaks(*documents)
    print("\n".join(lines))
    sys.exit(1 if lines else 0)
