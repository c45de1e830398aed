"""The OpenAPI description and the server agree on any input; no server errors; a reason in every refusal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import sampled_from
from schemathesis import Case, GenerationMode, checks
from schemathesis.core.parameters import ParameterLocation

from .programs import Program
from .serving import serving

CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.unsupported_method,
    checks.allow_header_conformance,
    checks.ignored_auth,
]
quickly = settings(
    max_examples=8,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@dataclass
class Place:
    """A server with a token, and its owner's tables: before, during and after a match."""

    address: str
    token: str
    tables: list[str]

    def send(self, case: Case, table: str | None) -> None:
        """Send a generated case, to this table if given, and check the response."""
        if table and "code" in (case.path_parameters or {}):
            case.path_parameters["code"] = table
        if is_a_wait(case.query.get("wait")):
            case.query["wait"] = 0
        token = {"Authorization": f"Bearer {self.token}"}
        answer = case.call(headers=token)
        wrong = any(is_wrong(case, part) for part in ("body", "query"))  # the table and the token are right
        case.validate_response(answer, checks=CHECKS + [checks.negative_data_rejection] * wrong, headers=token)
        if answer.status_code >= 400:
            error = answer.json()["error"]
            assert error["code"]
            assert error["message"].endswith(".")


def is_wrong(case: Case, part: str) -> bool:
    """Whether a part of a call was generated as invalid."""
    made = case.meta.components.get(ParameterLocation(part))
    return made is not None and made.mode.is_negative


def is_a_wait(value: Any) -> bool:
    try:
        return 0 <= float(value) <= 30
    except (TypeError, ValueError):
        return False


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with serving() as address, Program(address, "Anything") as program:
        gathering, playing, over = (
            program.make("contretemps", 3),
            program.make("timeline", 2, bots=["visitor"], start=True),
            program.make("timeline", 2, options={"cards": 4}, bots=["visitor"], start=True),
        )
        program.play_on(over)
        yield Place(address, program.token, [gathering, playing, over])


@pytest.mark.parametrize("mode", GenerationMode)
def test_whatever_is_sent_the_answer_is_as_described(place: Place, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_url(f"{place.address}/api/openapi.json")
    for found in schema.exclude(path_regex="stream$").get_all_operations():  # a stream never ends
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and not operation.body and not operation.query:
            continue  # there is nothing to make invalid

        @quickly
        @given(case=operation.as_strategy(generation_mode=mode), table=sampled_from([*place.tables, None]))
        def send_many(case: Case, table: str | None) -> None:
            place.send(case, table)

        send_many()
