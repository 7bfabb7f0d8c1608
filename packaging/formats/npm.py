"""npm packages: `toolwright` starts the program, and a package for each platform has it."""

import json
from pathlib import Path

from . import contents
from .files import Packed, write_tar
from .program import LICENSE, NAME, PACKAGING, SUMMARY, Program


def build(program: Program, output: Path) -> list[Path]:
    platform = f"{NAME}-linux-{program.node}"
    with_program = manifest(program, platform, f"The program of `{NAME}` for Linux on {program.machine}.") | {
        "os": ["linux"],
        "cpu": [program.node],
        "libc": ["glibc"],
        # The start script reads it: npm has no field for it.
        "glibc": program.glibc_text,
    }
    starter = manifest(program, NAME, SUMMARY) | {
        "bin": {NAME: "bin/toolwright.js"},
        "engines": {"node": ">=18"},
        "optionalDependencies": {platform: program.version},
    }
    papers = [Packed(name, data) for name, data in contents.notices(program).items()]
    about = Packed("README.md", (PACKAGING / "about.md").read_bytes())
    script = Packed("bin/toolwright.js", (PACKAGING / "npm/toolwright.js").read_bytes(), is_program=True)
    binary = Packed(f"bin/{NAME}", program.path.read_bytes(), is_program=True)
    return [
        pack(output, with_program, [binary, *papers, about]),
        pack(output, starter, [script, about, *papers[:2]]),
    ]


def manifest(program: Program, name: str, description: str) -> dict:
    return {
        "name": name,
        "version": program.version,
        "description": description,
        "license": LICENSE,
        "keywords": ["mcp", "agent", "llm", "tools", "server"],
    }


def pack(output: Path, manifest: dict, files: list[Packed]) -> Path:
    """Writes the file that `npm pack` would write."""
    path = output / f"{manifest['name']}-{manifest['version']}.tgz"
    text = json.dumps(manifest, indent=2) + "\n"
    packed = [Packed("package.json", text.encode()), *files]
    write_tar(path, [file._replace(path=f"package/{file.path}") for file in packed])
    return path
