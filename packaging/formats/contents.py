"""What is inside of the program: the licences of everything, and a software bill of materials (CycloneDX 1.5).

Cargo says which crates are linked for the platform of the program, and the folders of their sources have the licences.
The packages of the console are those of `ui/package-lock.json` that are not for development.
"""

import json
import re
import subprocess
import time
import tomllib
import uuid
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from .program import LICENSE, NAME, ROOT, SUMMARY, Program, Refused, timestamp

SBOM = "toolwright.cdx.json"
LICENSES = "LICENSES-THIRD-PARTY.txt"
# How the files of licences are called. A file of a person who is known for it has no suffix or this one.
LICENSE_FILES = re.compile(r"(?i)(licen[cs]e|copying|notice|copyright|unlicense|authors)([-._].*)?$")

# What the program has inside that is no crate and no npm package. docs/NOTICES.md has their licences.
BUNDLED = [
    {"type": "application", "name": "postgresql", "version": "17", "licenses": [{"license": {"id": "PostgreSQL"}}]},
    {
        "type": "machine-learning-model",
        "name": "sentence-transformers/paraphrase-MiniLM-L3-v2",
        "version": "4ca70771034acceecb2e72475f72050fcdde4ddc",
        "licenses": [{"license": {"id": "Apache-2.0"}}],
    },
]


@dataclass
class Component:
    """A crate or a package of the console."""

    name: str
    version: str
    license: str
    folder: Path
    purl: str
    authors: list[str] = field(default_factory=list)
    sha256: str | None = None
    needs: list[str] = field(default_factory=list)

    def texts(self) -> dict[str, str]:
        """Its licences and notices, by file name."""
        files = sorted(path for path in self.folder.iterdir() if path.is_file() and LICENSE_FILES.fullmatch(path.name))
        return {path.name: path.read_text(errors="replace").strip() for path in files}


def build(program: Program, output: Path) -> list[Path]:
    files = {SBOM: sbom(program), LICENSES: notices(program)[LICENSES]}
    compare(program)
    for name, data in files.items():
        (output / name).write_bytes(data)
    return [output / name for name in files]


def compare(program: Program) -> None:
    """Holds our list of crates to the one that the compiler has left in the program."""
    if program.crates is None:
        return
    listed = {(crate["name"], crate["version"]) for crate in program.crates if crate.get("kind") != "build"}
    ours = {(crate.name, crate.version) for crate in crates(program.target)} | {("toolwright-server", program.version)}
    # Cargo's own list has the crates of macros too, which run in the compiler alone.
    if missing := sorted(ours - listed):
        raise Refused(f"the list of crates in the program lacks {missing[:3]}: it was built from other sources")
    print(f"   {len(ours)} crates linked, {len(listed)} listed in the program")


@cache
def notices(program: Program) -> dict[str, bytes]:
    """The files that are in every package."""
    papers = {"LICENSE-MIT": "LICENSE-MIT", "LICENSE-APACHE": "LICENSE-APACHE", "NOTICES.md": "docs/NOTICES.md"}
    files = {name: (ROOT / path).read_bytes() for name, path in papers.items()}
    return files | {LICENSES: third_party(program.target).encode()}


def third_party(target: str) -> str:
    """The licences of all crates and packages, each text once."""
    texts: dict[str, list[str]] = {}
    without = []
    for component in components(target):
        title = f"{component.name} {component.version} ({component.license})"
        found = component.texts()
        for text in found.values():
            texts.setdefault(text, []).append(title)
        if not found:
            authors = ", ".join(component.authors) or f"the authors of {component.name}"
            without.append(f"{title}: Copyright (c) {authors}")
    rule = "\n\n" + "=" * 100 + "\n\n"
    parts = [
        "The program `toolwright` contains the crates and packages below, under these licences. Where several are joined by\n"
        "`OR`, it uses the first one that is permissive. NOTICES.md has what is inside beside them.",
        "Without a file of their own; the texts are those of LICENSE-MIT and LICENSE-APACHE:\n\n" + "\n".join(without),
        *("\n".join(dict.fromkeys(titles)) + "\n\n" + text for text, titles in texts.items()),
    ]
    return rule.join(parts) + "\n"


@cache
def sbom(program: Program) -> bytes:
    found = components(program.target)
    root = f"pkg:generic/{NAME}@{program.version}"
    lines = [{"ref": root, "dependsOn": sorted(component.purl for component in found)}]
    lines += [{"ref": component.purl, "dependsOn": component.needs} for component in found]
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'{root}#{program.target}')}",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(timestamp())),
            "component": {
                "type": "application",
                "bom-ref": root,
                "name": NAME,
                "version": program.version,
                "description": SUMMARY,
                "licenses": [{"expression": LICENSE}],
            },
        },
        "components": [*map(described, found), *BUNDLED],
        "dependencies": lines,
    }
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def described(component: Component) -> dict:
    described = {
        "type": "library",
        "bom-ref": component.purl,
        "name": component.name,
        "version": component.version,
        "purl": component.purl,
        "licenses": [{"expression": component.license}],
    }
    if component.sha256:
        described["hashes"] = [{"alg": "SHA-256", "content": component.sha256}]
    return described


@cache
def components(target: str) -> list[Component]:
    return [*crates(target), *console_packages()]


@cache
def crates(target: str) -> list[Component]:
    """The crates that are linked into the program."""
    linked = linked_crates(target)
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    sums = {(entry["name"], entry["version"]): entry.get("checksum") for entry in lock}
    metadata = json.loads(cargo("metadata", "--format-version=1", f"--filter-platform={target}"))
    packages = {
        package["id"]: package
        for package in metadata["packages"]
        if (package["name"], package["version"]) in linked and package["name"] != "toolwright-server"
    }
    purls = {id: f"pkg:cargo/{package['name']}@{package['version']}" for id, package in packages.items()}
    needs = {node["id"]: node["dependencies"] for node in metadata["resolve"]["nodes"]}
    return sorted(
        (
            Component(
                name=package["name"],
                version=package["version"],
                license=(package["license"] or "").replace("/", " OR "),
                folder=folder_of(package),
                purl=purls[id],
                authors=package["authors"],
                sha256=sums[package["name"], package["version"]],
                needs=sorted(purls[other] for other in needs[id] if other in purls),
            )
            for id, package in packages.items()
        ),
        key=lambda crate: (crate.name, crate.version),
    )


def folder_of(package: dict) -> Path:
    """The folder with the licences of a crate: that of its sources, or this repository."""
    return Path(package["manifest_path"]).parent if package["source"] else ROOT


def linked_crates(target: str) -> set[tuple[str, str]]:
    """The names and versions of the crates that are linked, without macros, which the compiler alone runs."""
    options = ["--package=toolwright-server", "--edges=normal,no-proc-macro", "--prefix=none", "--no-dedupe", f"--target={target}"]
    lines = cargo("tree", *options).splitlines()
    return {(words[0], words[1].removeprefix("v")) for line in lines if (words := line.split())}


def cargo(*words: str) -> str:
    ended = subprocess.run(["cargo", *words, "--locked"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return ended.stdout


@cache
def console_packages() -> list[Component]:
    """The packages whose code is in the pages of the console."""
    lock = json.loads((ROOT / "ui/package-lock.json").read_text())["packages"]
    used = {path: entry for path, entry in lock.items() if path and not entry.get("dev") and not entry.get("devOptional")}
    missing = [path for path in used if not (ROOT / "ui" / path).is_dir() and not used[path].get("optional")]
    if missing:
        raise Refused(f"`ui/{missing[0]}` is missing: `npm --prefix ui ci` installs the packages of the console")
    found = []
    for path, entry in sorted(used.items()):
        folder = ROOT / "ui" / path
        if folder.is_dir():
            name = path.rpartition("node_modules/")[2]
            purl = f"pkg:npm/{name.replace('@', '%40')}@{entry['version']}"
            found.append(Component(name, entry["version"], entry.get("license", "NOASSERTION"), folder, purl))
    return found
