"""The API's documentation page: operations by tag, with their parameters and responses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape


@dataclass(frozen=True)
class Given:
    """A parameter or response field: its name, its type in a few words, its meaning."""

    name: str
    kind: str
    shape: str  # the named shape of the type, if any
    meaning: str


@dataclass(frozen=True)
class Operation:
    """One operation."""

    id: str
    method: str
    path: str
    title: str
    meaning: Markup
    parameters: list[Given]
    sends: list[Given]
    answers: str  # the name of its response shape, if any
    refusals: list[tuple[str, str]]
    token: bool


@dataclass(frozen=True)
class Section:
    """The operations under one tag."""

    name: str
    title: str
    operations: list[Operation]


def sections(described: dict[str, Any]) -> list[Section]:
    """The sections of an OpenAPI description."""
    found = list(_operations(described))
    return [
        Section(tag["name"], tag["description"], [each for name, each in found if name == tag["name"]])
        for tag in described["tags"]
    ]


def _operations(described: dict[str, Any]) -> Iterator[tuple[str, Operation]]:
    schemas = described["components"]["schemas"]
    for path, methods in described["paths"].items():
        for method, told in methods.items():
            body = _shape(_schema(told.get("requestBody", {})))
            yield (
                told["tags"][0],
                Operation(
                    id=told["operationId"],
                    method=method.upper(),
                    path=f"{described['servers'][0]['url']}{path}",
                    title=told["summary"],
                    meaning=worded(told["description"]),
                    parameters=[_parameter(each) for each in told.get("parameters", ())],
                    sends=_fields(schemas[body]) if body else [],
                    answers=_shape(_schema(_success(told))),
                    refusals=sorted((s, r["description"]) for s, r in told["responses"].items() if s >= "400"),
                    token=bool(told.get("security")),
                ),
            )


def _success(told: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = next(answer for status, answer in told["responses"].items() if status < "300")
    return answer


def _schema(part: dict[str, Any]) -> dict[str, Any]:
    """The schema of a request or response body."""
    schema: dict[str, Any] = part.get("content", {}).get("application/json", {}).get("schema", {})
    return schema


def _parameter(each: dict[str, Any]) -> Given:
    return Given(each["name"], kind(each["schema"]), "", each.get("description", ""))


def _fields(schema: dict[str, Any]) -> list[Given]:
    return [
        Given(name, kind(field), _shape(field), field.get("description", ""))
        for name, field in schema.get("properties", {}).items()
    ]


def _shape(schema: dict[str, Any]) -> str:
    """The named shape in a type: itself, the items of a list, or one of several types."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    return next(filter(None, map(_shape, [*schema.get("anyOf", ()), *filter(None, [schema.get("items")])])), "")


def shapes(described: dict[str, Any], sections: list[Section]) -> dict[str, list[Given]]:
    """The fields of every response shape, the outer ones first."""
    schemas = described["components"]["schemas"]
    found: dict[str, list[Given]] = {}
    names = [operation.answers for section in sections for operation in section.operations] + ["Refused"]
    while names:
        name = names.pop(0)
        if name and name not in found:
            found[name] = _fields(schemas[name])
            names += [field.shape for field in found[name]]
    return found


def worded(text: str) -> Markup:
    """A sentence with `code` as HTML.

    >>> worded("With `wait` < 30")
    Markup('With <code>wait</code> &lt; 30')
    """
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def kind(schema: dict[str, Any]) -> str:
    """A type in a few words.

    >>> kind({"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]})
    '[integer] | null'
    """
    if "anyOf" in schema:
        return " | ".join(kind(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f"“{value}”" for value in schema["enum"])
    if "$ref" in schema:
        return _shape(schema)
    if schema.get("type") == "array":
        return f"[{kind(schema.get('items', {}))}]"
    return str(schema.get("type", "any"))
