"""A bundle for desktop hosts: they install it with a click, and ask for its settings in a form."""

import json
from pathlib import Path

from . import contents
from .files import Packed, write_zip
from .program import LICENSE, NAME, PACKAGING, SUMMARY, Program


def build(program: Program, output: Path) -> list[Path]:
    path = output / f"{NAME}-{program.version}-linux-{program.node}.mcpb"
    manifest = json.loads((PACKAGING / "mcpb/manifest.json").read_text())
    manifest |= {"version": program.version, "description": SUMMARY, "license": LICENSE}
    files = [
        Packed("manifest.json", (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode()),
        Packed(f"server/{NAME}", program.path.read_bytes(), is_program=True),
        *(Packed(name, data) for name, data in contents.notices(program).items()),
    ]
    write_zip(path, files)
    return [path]
