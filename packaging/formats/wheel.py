"""A wheel: `pip install toolwright` puts the program beside the interpreter, and `uvx toolwright` runs it."""

import base64
import hashlib
from pathlib import Path

from . import contents
from .files import Packed, write_zip
from .program import LICENSE, NAME, PACKAGING, SUMMARY, Program


def build(program: Program, output: Path) -> list[Path]:
    # pip refuses it with an older glibc, and on another architecture.
    tag = f"py3-none-manylinux_{program.glibc[0]}_{program.glibc[1]}_{program.machine}"
    path = output / f"{NAME}-{program.version}-{tag}.whl"
    info = f"{NAME}-{program.version}.dist-info"
    files = [
        Packed(f"{NAME}-{program.version}.data/scripts/{NAME}", program.path.read_bytes(), is_program=True),
        Packed(f"{info}/METADATA", metadata(program).encode()),
        Packed(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: packaging/build\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()),
        *(Packed(f"{info}/licenses/{name}", data) for name, data in contents.notices(program).items()),
        Packed(f"{info}/sboms/{contents.SBOM}", contents.sbom(program)),
    ]
    write_zip(path, [*files, record(files, f"{info}/RECORD")])
    return [path]


def metadata(program: Program) -> str:
    licences = "".join(f"License-File: {name}\n" for name in contents.notices(program))
    return (
        f"Metadata-Version: 2.4\nName: {NAME}\nVersion: {program.version}\nSummary: {SUMMARY}\n"
        f"Keywords: mcp,agent,llm,tools,server\nLicense-Expression: {LICENSE}\n{licences}"
        "Classifier: Operating System :: POSIX :: Linux\nClassifier: Programming Language :: Rust\n"
        f"Requires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n{about()}"
    )


def about() -> str:
    """The page of the package in an index."""
    return (PACKAGING / "about.md").read_text()


def record(files: list[Packed], path: str) -> Packed:
    """The list of all files with their hashes, which has itself without one."""
    lines = [f"{file.path},sha256={digest(file.data)},{len(file.data)}" for file in files]
    return Packed(path, "\n".join([*lines, f"{path},,", ""]).encode())


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
