"""The program that is packaged, and what it says about itself."""

import json
import os
import re
import struct
import subprocess
import tomllib
import zlib
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"

NAME = "toolwright"
SUMMARY = "An MCP server with tools on databases, vectors and documents, tools that are defined at run time, and a console."
LICENSE = "MIT OR Apache-2.0"

# How ELF numbers architectures, and their names for Python, Debian, Node and Rust.
ARCHITECTURES = {
    62: ("x86_64", "amd64", "x64", "x86_64-unknown-linux-gnu"),
    183: ("aarch64", "arm64", "arm64", "aarch64-unknown-linux-gnu"),
}


class Refused(Exception):
    """What is asked for cannot be built. The message says why."""


@dataclass(frozen=True)
class Program:
    path: Path
    version: str
    machine: str
    debian: str
    node: str
    target: str
    # The oldest glibc that it runs with.
    glibc: tuple[int, int]
    # The crates that cargo-auditable has listed inside of it.
    crates: list[dict] | None = field(compare=False)

    @classmethod
    def read(cls, path: Path) -> "Program":
        """Reads a program for Linux. It need not run on this machine."""
        path = path.resolve()
        data = path.read_bytes()
        if data[:4] != b"\x7fELF" or data[4:6] != b"\x02\x01":
            raise Refused(f"`{path}` is no 64-bit program for Linux")
        number = struct.unpack_from("<H", data, 18)[0]
        if number not in ARCHITECTURES:
            raise Refused(f"`{path}` is for an architecture that no package has: ELF machine {number}")
        sections = read_sections(data)
        needed = [(int(major), int(minor)) for major, minor in VERSIONS.findall(sections.get(".dynstr", b""))]
        if not needed:
            raise Refused(f"`{path}` is not linked with glibc: packages are for systems that have it")
        listed = sections.get(".dep-v0")
        crates = json.loads(zlib.decompress(listed))["packages"] if listed else None
        machine, debian, node, target = ARCHITECTURES[number]
        return cls(path, workspace_version(), machine, debian, node, target, max(needed), crates)

    def __str__(self) -> str:
        size = self.path.stat().st_size / 1e6
        listed = f"{len(self.crates)} crates listed inside" if self.crates else "no list of crates inside"
        return f"{self.version} for {self.machine}, {size:.1f} MB, glibc {self.glibc_text} or newer, {listed}"

    @property
    def glibc_text(self) -> str:
        return f"{self.glibc[0]}.{self.glibc[1]}"

    def output(self, *words: str) -> str:
        """Runs the program, in an empty environment."""
        environment = {"HOME": "/nonexistent", "PATH": "/usr/bin:/bin", "TOOLWRIGHT_DATA_DIR": "/nonexistent"}
        command = [self.path, *words]
        return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


VERSIONS = re.compile(rb"\0GLIBC_(\d+)\.(\d+)(?=[.\0])")


def read_sections(data: bytes) -> dict[str, bytes]:
    """The sections of an ELF file for 64 bits, by name."""
    offset = struct.unpack_from("<Q", data, 40)[0]
    size, count, names_at = struct.unpack_from("<HHH", data, 58)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, offset + size * index) for index in range(count)]
    names = data[headers[names_at][4] :]
    sections = {}
    for name, kind, _, _, start, length, *_ in headers:
        title = names[name : names.index(b"\0", name)].decode()
        # The eighth kind has no bytes in the file.
        sections[title] = b"" if kind == 8 else data[start : start + length]
    return sections


def workspace_version() -> str:
    return tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]


def timestamp() -> int:
    """The time of all packaged files: that of the commit, so that the same sources give the same packages."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    # The first of January 2026, where there is no repository.
    return int(ended.stdout) if ended.returncode == 0 else 1767225600
