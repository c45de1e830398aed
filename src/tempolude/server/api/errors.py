"""Error responses of the API: always a code for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match, Route

from ..http.front import failure
from ..http.inputs import quoted
from ..http.reader import preferred
from ..refusal import N_, Refusal
from ..translation import say

CODES = {
    400: "not_possible",
    401: "no_token",
    403: "not_allowed",
    404: "not_found",
    405: "no_such_method",
    409: "conflict",
    410: "older_rules",
    411: "no_length",
    413: "too_large",
    414: "too_large",
    422: "not_understood",
    429: "too_fast",
    431: "too_large",
    500: "failed",
    503: "unavailable",
}
WHEN = {
    400: N_("The request is not possible here."),
    401: N_("The token is missing or unknown."),
    403: N_("You are not allowed to do or see this."),
    404: N_("There is no such thing."),
    409: N_("Not now: not your turn, too late, not legal, already begun."),
    410: N_("The match was begun under older rules, or its log is damaged."),
    411: N_("The request has no Content-Length header."),
    413: N_("The body is too large."),
    422: N_("The request does not match this description."),
    429: N_("Too many calls in a minute."),
    500: N_("A bug of the server. The message has the number under which it is in its log."),
    503: N_("The server cannot keep or read anything right now."),
}
WINDOW = 60  # seconds of a rate limit


class Problem(BaseModel):
    """One thing that is wrong with a call."""

    where: str = Field(description=N_("The part of the call."), examples=["body.seats"])
    problem: str = Field(description=N_("What is wrong with it, as a word for programs."), examples=["int_type"])


class Error(BaseModel):
    """Why something was not done."""

    code: str = Field(description=N_("For programs; it never changes."), examples=["not_asked"])
    message: str = Field(
        description=N_("For people, in the language of Accept-Language (English or French)."),
        examples=["It is not your turn. Nothing has changed."],
    )
    details: list[Problem] = Field(default=[], description=N_("What is wrong with the call, part by part."))


class Refused(BaseModel):
    """The answer of every call that is refused. Nothing has changed then."""

    error: Error


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error responses of an operation, for its description."""
    return {status: {"model": Refused, "description": WHEN[status]} for status in statuses}


def language(request: Request) -> str:
    return preferred(request.headers.get("accept-language", ""))


def refused(request: Request, error: Refusal, details: Sequence[Problem] = ()) -> JSONResponse:
    """The response to a refused call."""
    lang = language(request)
    code = error.code or CODES.get(error.status, "refused")
    told = Error(code=code, message=error.words(lang), details=list(details))
    headers = {"Content-Language": lang, "Cache-Control": "no-store"}
    if error.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if error.status == 429:
        headers["Retry-After"] = str(WINDOW)
    return JSONResponse(Refused(error=told).model_dump(), error.status, headers)


def answer_refusals(api: FastAPI, operations: Iterable[BaseRoute]) -> None:
    """Give all error responses the same form, wherever they are raised."""

    @api.exception_handler(Refusal)
    async def by_us(request: Request, error: Refusal) -> JSONResponse:
        return refused(request, error)

    @api.exception_handler(Exception)
    async def by_a_bug(request: Request, error: Exception) -> JSONResponse:
        return refused(request, failure(request))

    @api.exception_handler(RequestValidationError)
    async def by_the_description(request: Request, error: RequestValidationError) -> JSONResponse:
        problems = [Problem(where=quoted(".".join(map(str, e["loc"]))), problem=e["type"]) for e in error.errors()]
        if any(problem.where.startswith("path.") for problem in problems):
            return refused(request, Refusal(N_("There is nothing at this address."), 404))
        words = say(language(request), "and {n} more", n=len(problems) - 1) if len(problems) > 1 else ""
        where = f"{problems[0].where} {words}".strip()
        message = N_("Missing or invalid: {where}. Nothing has changed.")
        return refused(request, Refusal(message, 422, where=where), problems)

    @api.exception_handler(HTTPException)
    async def by_the_router(request: Request, error: HTTPException) -> JSONResponse:
        message = (
            N_("There is nothing at this address.") if error.status_code == 404 else N_("That cannot be done here.")
        )
        response = refused(request, Refusal(message, error.status_code))
        response.headers.update(error.headers or {})
        if error.status_code == 405:
            response.headers["Allow"] = ", ".join(allowed(operations, request))
        return response


def allowed(operations: Iterable[BaseRoute], request: Request) -> list[str]:
    """The methods of all operations at a path; a single route only knows its own."""
    here = [each for each in operations if each.matches(request.scope)[0] is not Match.NONE]
    return sorted({method for route in here if isinstance(route, Route) for method in route.methods or ()})
