"""The description of the API as a page shows it: operations under their tags, what they take, what they answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Given:
    """Something that is sent or answered: its name, its type in a few words, what it means."""

    name: str
    kind: str
    required: bool
    meaning: str


@dataclass(frozen=True)
class Operation:
    """One operation."""

    id: str
    method: str
    path: str
    title: str
    meaning: str
    parameters: list[Given]
    sends: list[Given]
    answers: list[Given]
    refusals: list[tuple[str, str]]
    token: bool


@dataclass(frozen=True)
class Section:
    """The operations under one tag."""

    name: str
    title: str
    operations: list[Operation]


def sections(described: dict[str, Any]) -> list[Section]:
    """All that a description describes."""
    found = list(_operations(described))
    return [
        Section(tag["name"], tag["description"], [each for name, each in found if name == tag["name"]])
        for tag in described["tags"]
    ]


def _operations(described: dict[str, Any]) -> Iterator[tuple[str, Operation]]:
    schemas = described["components"]["schemas"]
    for path, methods in described["paths"].items():
        for method, told in methods.items():
            bodies = [_body(part) for part in (told.get("requestBody", {}), _success(told))]
            yield (
                told["tags"][0],
                Operation(
                    id=told["operationId"],
                    method=method.upper(),
                    path=f"{described['servers'][0]['url']}{path}",
                    title=told["summary"],
                    meaning=told["description"],
                    parameters=[_parameter(each) for each in told.get("parameters", ())],
                    sends=_fields(bodies[0], schemas),
                    answers=_fields(bodies[1], schemas),
                    refusals=[(s, r["description"]) for s, r in told["responses"].items() if s >= "400"],
                    token=bool(told.get("security")),
                ),
            )


def _success(told: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = next(answer for status, answer in told["responses"].items() if status < "300")
    return answer


def _body(part: dict[str, Any]) -> dict[str, Any]:
    schema: dict[str, Any] = part.get("content", {}).get("application/json", {}).get("schema", {})
    return schema


def _parameter(each: dict[str, Any]) -> Given:
    return Given(each["name"], kind(each["schema"]), each.get("required", False), each.get("description", ""))


def _fields(schema: dict[str, Any], schemas: dict[str, Any]) -> list[Given]:
    """The fields of a body."""
    if "$ref" in schema:
        schema = schemas[_named(schema)]
    required = schema.get("required", ())
    return [
        Given(name, kind(field), name in required, field.get("description", ""))
        for name, field in schema.get("properties", {}).items()
    ]


def kind(schema: dict[str, Any]) -> str:
    """The type of something in a few words.

    >>> kind({"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]})
    '[integer] | null'
    """
    if "anyOf" in schema:
        return " | ".join(kind(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f"“{value}”" for value in schema["enum"])
    if "$ref" in schema:
        return _named(schema)
    if schema.get("type") == "array":
        return f"[{kind(schema.get('items', {}))}]"
    return str(schema.get("type", "any"))


def _named(schema: dict[str, Any]) -> str:
    return str(schema["$ref"]).rsplit("/", 1)[1]
