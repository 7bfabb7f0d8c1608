"""An archive with the program and its papers, and the checksums of all packages."""

import hashlib
from pathlib import Path

from . import contents
from .files import Packed, write_tar
from .program import NAME, PACKAGING, ROOT, Program

CHECKSUMS = "SHA256SUMS"


def build(program: Program, output: Path) -> list[Path]:
    folder = f"{NAME}-{program.version}-{program.target}"
    path = output / f"{folder}.tar.gz"
    files = [
        Packed(f"{folder}/{NAME}", program.path.read_bytes(), is_program=True),
        Packed(f"{folder}/README.md", (PACKAGING / "about.md").read_bytes()),
        Packed(f"{folder}/CHANGELOG.md", (ROOT / "CHANGELOG.md").read_bytes()),
        Packed(f"{folder}/env.example", (ROOT / ".env.example").read_bytes()),
        Packed(f"{folder}/{contents.SBOM}", contents.sbom(program)),
        *(Packed(f"{folder}/{name}", data) for name, data in contents.notices(program).items()),
    ]
    write_tar(path, files)
    return [path]


def write_checksums(output: Path) -> None:
    """Writes the checksums of all packages in a folder, as `sha256sum --check` reads them."""
    packages = sorted(path for path in output.iterdir() if path.is_file() and path.name != CHECKSUMS)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in packages]
    (output / CHECKSUMS).write_text("".join(lines))
