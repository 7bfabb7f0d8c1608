"""A Debian package: the program, a systemd unit that is not started by itself, a man page and completions."""

import gzip
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from . import contents
from .man import man_page
from .program import NAME, PACKAGING, ROOT, SUMMARY, Program, Refused, timestamp

SCRIPTS = ("postinst", "prerm", "postrm")
SETTINGS = "etc/toolwright/toolwright.env"


def build(program: Program, output: Path) -> list[Path]:
    if shutil.which("dpkg-deb") is None:
        raise Refused("`dpkg-deb` is not found: install dpkg")
    path = output / f"{NAME}_{program.version}_{program.debian}.deb"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        fill(root, program)
        environment = os.environ | {"SOURCE_DATE_EPOCH": str(timestamp())}
        # zstd would be smaller, and unknown to older versions of dpkg.
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--build", root, path]
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return [path]


def fill(root: Path, program: Program) -> None:
    """Writes all files of the package below `root`."""
    docs = f"usr/share/doc/{NAME}"
    notices = contents.notices(program)
    write(root, f"usr/bin/{NAME}", program.path.read_bytes(), 0o755)
    write(root, f"usr/lib/systemd/system/{NAME}.service", (PACKAGING / "debian/toolwright.service").read_bytes())
    # The settings may have passwords. systemd reads them as root.
    write(root, SETTINGS, (PACKAGING / "debian/toolwright.env").read_bytes(), 0o600)
    write(root, f"usr/share/man/man1/{NAME}.1.gz", gzip.compress(man_page(program).encode(), 9, mtime=timestamp()))
    for shell, path in COMPLETIONS.items():
        write(root, path, program.output("completions", shell).encode())
    write(root, f"{docs}/copyright", copyright_of(notices))
    write(root, f"{docs}/{contents.LICENSES}.gz", gzip.compress(notices[contents.LICENSES], 9, mtime=timestamp()))
    write(root, f"{docs}/NOTICES.md", notices["NOTICES.md"])
    write(root, f"{docs}/env.example", (ROOT / ".env.example").read_bytes())
    write(root, f"{docs}/{contents.SBOM}", contents.sbom(program))
    installed = sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) // 1024
    write(root, "DEBIAN/control", control(program, installed).encode())
    write(root, "DEBIAN/conffiles", f"/{SETTINGS}\n".encode())
    for script in SCRIPTS:
        write(root, f"DEBIAN/{script}", (PACKAGING / "debian" / script).read_bytes(), 0o755)


COMPLETIONS = {
    "bash": f"usr/share/bash-completion/completions/{NAME}",
    "fish": f"usr/share/fish/vendor_completions.d/{NAME}.fish",
    "zsh": f"usr/share/zsh/vendor-completions/_{NAME}",
}


def control(program: Program, installed: int) -> str:
    return (
        f"Package: {NAME}\nVersion: {program.version}\nArchitecture: {program.debian}\n"
        "Maintainer: The authors of Toolwright <maintainers@example.org>\n"
        f"Installed-Size: {installed}\nDepends: libc6 (>= {program.glibc_text}), libgcc-s1, zlib1g\nRecommends: ca-certificates\n"
        f"Suggests: python3\nSection: net\nPriority: optional\nDescription: {SUMMARY.split(',')[0].removesuffix('.')}\n"
        f" {SUMMARY}\n .\n"
        " The service is not started by itself: `systemctl enable --now toolwright` does.\n"
    )


def copyright_of(notices: dict[str, bytes]) -> bytes:
    head = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nLicense: MIT or Apache-2.0\n"
    head += f"Comment: {contents.LICENSES}.gz and NOTICES.md in this folder have the licences of what is inside.\n\n"
    return head.encode() + notices["LICENSE-MIT"] + b"\n" + notices["LICENSE-APACHE"]


def write(root: Path, path: str, data: bytes, mode: int = 0o644) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    file.chmod(mode)
