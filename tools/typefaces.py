"""Make the five typeface files in src/tempolude/server/static/fonts from their sources, byte for byte.

    npm install @fontsource/stix-two-text@5.3.0 @fontsource/source-sans-3@5.3.0
    pip install fonttools==4.68.0 brotli==1.2.0
    python tools/typefaces.py node_modules src/tempolude/server/static/fonts

The sources are STIX Two Text 2.13 and Source Sans 3.052, both under the SIL Open Font License 1.1. What is made is what
French and English need of them, under names of our own: "Source" is a reserved font name, and a subset is a modified
version (OFL, clause 3).

The stand-ins in type.css were measured over 230 characters of our own French and English sentences: ours against the
metric twins of Times and Arial (Tinos and Arimo, @fontsource 5.3.0) and against DejaVu; semibold against their bold.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

CHARACTERS = (  # Latin-1, what French adds, quotation marks, dashes, spaces, signs
    "U+0020-007E,U+00A0-00FF,U+0152,U+0153,U+0178,U+02C6,U+02DC,U+2009,U+2010-2014,U+2018-201A,U+201C-201E,"
    "U+2020,U+2022,U+2026,U+202F,U+2032,U+2033,U+2039,U+203A,U+20AC,U+2122,U+2212,U+2248,U+2260,U+2264,U+2265"
)
FEATURES = ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "calt", "tnum", "pnum", "lnum", "case"]
THIN, NARROW_NO_BREAK = 0x2009, 0x202F
SOURCES = {  # the file of a package, ours, its style, and what the SHA-256 of the source begins with
    "stix-two-text-latin-400-normal": ("Serif", "400", "Regular", "65f8cdee99e0c883fa05a493"),
    "stix-two-text-latin-400-italic": ("Serif", "400-italic", "Italic", "3d76ab92269582b8e11f3d96"),
    "stix-two-text-latin-600-normal": ("Serif", "600", "Semibold", "c81c437a0d17a895f9d82f62"),
    "source-sans-3-latin-400-normal": ("Sans", "400", "Regular", "0f73f35e08cde0a2f10c109c"),
    "source-sans-3-latin-600-normal": ("Sans", "600", "Semibold", "14527d193b0e30bc32ef9315"),
}  # fmt: skip


def smaller(source: Path) -> TTFont:
    """A font with our characters only."""
    options = subset.Options(layout_features=FEATURES, recalc_timestamp=False)
    font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(CHARACTERS))
    subsetter.subset(font)
    return font


def mend(font: TTFont) -> None:
    """Draw the narrow no-break space as the thin space; make figures equally wide (rounding left one a unit short)."""
    shapes, widths = font.getBestCmap(), font["hmtx"]
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.setdefault(NARROW_NO_BREAK, shapes[THIN])
    figures = [shapes[ord(figure)] for figure in "0123456789"]
    widest = max(widths[figure][0] for figure in figures)
    for figure in figures:
        widths[figure] = (widest, widths[figure][1])


def rename(font: TTFont, family: str, style: str) -> None:
    """Our name in place of theirs; the copyright and the licence stay."""
    names = {1: f"Tempolude {family}", 2: style, 3: f"Tempolude{family}-{style}", 4: f"Tempolude {family} {style}"}
    names |= {6: names[3], 16: names[1], 17: style}
    for record in list(font["name"].names):
        if record.nameID in names:
            record.string = names[record.nameID]
        elif record.nameID not in (0, 13, 14):
            font["name"].names.remove(record)


def main(modules: Path, out: Path) -> None:
    for name, (family, suffix, style, digest) in SOURCES.items():
        source = modules / "@fontsource" / name.split("-latin-")[0] / "files" / f"{name}.woff2"
        if not sha256(source.read_bytes()).hexdigest().startswith(digest):
            sys.exit(f"{source} is not the file that our typefaces are made from: is it of version 5.3.0?")
        font = smaller(source)
        mend(font)
        rename(font, family, style)
        font.flavor = "woff2"
        target = out / f"tempolude-{family.lower()}-{suffix}.woff2"
        font.save(target)
        print(target.name, target.stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
