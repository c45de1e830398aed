"""The static files: fonts, stylesheets, scripts and drawings, each served under a name with a hash of its content.

`house.css` is served as `/static/house.3f9a1c2b7d.css`, so browsers may cache it forever. Stylesheets and scripts refer
to other files (`url(fonts/…)`, `"./pieces.js"`): these names are replaced first, so a change of one file changes the
names of all that need it. Stylesheets are sent without comments and indentation. Everything is read once, when the
server starts, and kept in memory.

>>> Assets({"a.js": b'import "./b.js";', "b.js": b""}).addresses["b.js"]
'/static/b.e3b0c44298.js'
"""

from __future__ import annotations

import gzip
import mimetypes
import posixpath
import re
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import PurePosixPath

from starlette.datastructures import Headers
from starlette.responses import Response

from tempolude.engine.errors import BadData

from ..http.front import ROOT
from ..http.reader import YEAR

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
NAMED = {  # how a file refers to another
    ".css": re.compile(rb"""(?<=url\()(?!["']?(?:[a-z]+:|[#/]))["']?([^"')]+)["']?(?=\))"""),
    ".js": re.compile(rb"""(?<=["'])\./([^"']+)(?=["'])"""),
}

IDLE = re.compile(  # in a stylesheet: a comment or indentation; strings are kept
    rb"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|/\*.*?\*/\s*|(?<=\n)\s+""", re.DOTALL
)


class Asset:
    """One file as it is sent."""

    def __init__(self, name: str, content: bytes) -> None:
        self.content = content
        self.type = TYPES.get(PurePosixPath(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.hash = sha256(content).hexdigest()[:10]
        self.packs = not self.type.startswith("font/")  # a woff2 file is compressed already

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.content, 9, mtime=0)

    def respond(self, headers: Headers) -> Response:
        """The file, compressed if the browser accepts it, or 304 if it has not changed."""
        packs = self.packs and "gzip" in headers.get("accept-encoding", "")
        tag = f'"{self.hash}{"-gzip" if packs else ""}"'
        sent = {"Cache-Control": f"public, max-age={YEAR}, immutable", "ETag": tag}
        if self.packs:
            sent["Vary"] = "Accept-Encoding"
        if tag in (known.strip().removeprefix("W/") for known in headers.get("if-none-match", "").split(",")):
            return Response(status_code=304, headers=sent)
        if packs:
            sent["Content-Encoding"] = "gzip"
        return Response(self.packed if packs else self.content, headers=sent, media_type=self.type)


class Assets:
    """All static files: `addresses` by name, `files` by address."""

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        self._contents = contents
        self.addresses: dict[str, str] = {}
        self.files: dict[str, Asset] = {}
        for name in contents:
            self._address(name, ())

    def _address(self, name: str, needed_by: tuple[str, ...]) -> str:
        """The address of a file, computed after those of the files it refers to."""
        if name not in self.addresses:
            path, content = PurePosixPath(name), self._contents[name]
            if path.suffix in NAMED:
                chain = (*needed_by, name)
                content = NAMED[path.suffix].sub(lambda found: self._named(path, found, chain).encode(), content)
            if path.suffix == ".css":
                content = IDLE.sub(lambda found: found[1] or b"", content)
            asset = Asset(name, content)
            self.addresses[name] = f"{ROOT}{path.with_suffix(f'.{asset.hash}{path.suffix}')}"
            self.files[self.addresses[name]] = asset
        return self.addresses[name]

    def _named(self, path: PurePosixPath, found: re.Match[bytes], chain: tuple[str, ...]) -> str:
        """The address of a file that another one refers to."""
        name = posixpath.normpath((path.parent / found[1].decode()).as_posix())
        line = found.string.count(b"\n", 0, found.start()) + 1
        if name not in self._contents:
            raise BadData(str(path), line, f"there is no file {name}")
        if name in chain:
            raise BadData(str(path), line, f"{name} needs this file in turn, so neither can be named after its content")
        return self._address(name, chain)
