"""Where a list's words come from, and under which licences: written beside the list."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from pi_referee.lexicon.building.packages import Package, record

LICENCES: Mapping[str, str] = MappingProxyType({
    "apertium-swe-nor": "GPL-3+; Swedish morphology of Apertium (apertium-swe), https://wiki.apertium.org/wiki/Swedish",
    "hunspell-sv": "LGPL-3; Den stora svenska ordlistan, Göran Andersson and others, by way of LibreOffice",
    "saol": "CC-BY-4.0; SAOL 14 (2015), Svenska Akademien by Språkbanken Text, https://doi.org/10.23695/fqh2-af42",
    "wswedish": "GPL-2+; Swedish word list of the Föreningen Lysator's Skrivmaskin project",
    "wpolish": "GPL-2, LGPL-2.1, MPL-1.1, Apache-2.0 or CC-BY-4.0, as you choose; SJP.PL, https://sjp.pl",
    "libmorfologik-stemming2-java": "BSD-3-clause; Morfologik with PoliMorf, Marcin Miłkowski and others",
    "hunspell-pl": "GPL, LGPL, MPL, Apache-2.0 or CC-SA-1.0, as you choose; SJP.PL, Marek Futrega, https://sjp.pl",
    "wngerman": "GPL-2 or GPL-3; igerman98, Björn Jacke, https://www.j3e.de/ispell/igerman98",
    "hunspell-ro": "GPL-2, LGPL-2.1 or MPL-1.1; Rospell, https://rospell.sourceforge.net",
    "wamerican-huge": "as SCOWL, much like MIT and public domain; Kevin Atkinson, http://wordlist.aspell.net",
    "wbritish-huge": "as SCOWL, much like MIT and public domain; Kevin Atkinson, http://wordlist.aspell.net",
    "voikko-fi": "GPL-2+; Suomi-malaga and Voikko, with words of Kotus (nykysuomen sanalista), https://voikko.puimula.org",
    "libvoikko1": "GPL-2+ (MPL-1.1 or later); Voikko, https://voikko.puimula.org",
    "libhfstospell11": "Apache-2.0; HFST, University of Helsinki",
    "libtinyxml2-9": "zlib; Lee Thomason",
})  # fmt: skip
"""Package -> licence and authors, in short; the packages' own copyright files are copied beside the list."""


WIKDICT = "CC-BY-SA-3.0; WikDict from Wiktionary, Karl Bartel, by way of FreeDict, https://www.wikdict.com"
"""The same for every dictionary of WikDict."""


def _licence(name: str) -> str:
    """The licence and authors of a package."""
    return WIKDICT if name.startswith("dict-freedict-") else LICENCES.get(name, "see its copyright file")


def write_credits(folder: Path, packages: Sequence[Package], together: str) -> None:
    """Write CREDITS.txt, packages.json and every package's copyright file into a list's folder.

    together: under which licence the list as a whole stands.
    """
    lines = ["This word list was made on this machine by pi-referee from these packages:", ""]
    lines += [f"  {p.name} {p.version}: {_licence(p.name)}" for p in packages]
    lines += ["", f"The list as a whole: {together}", "", "It is for use in this house. To pass it on, keep this file."]
    (folder / "CREDITS.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "packages.json").write_text(json.dumps(record(packages), indent=1) + "\n", encoding="utf-8")
    for package in packages:
        source = package.documents / "copyright"
        if source.is_file():
            shutil.copyfile(source, folder / f"copyright-{package.name}")
