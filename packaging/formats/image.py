"""A container image: a root file system of Debian's packages without a package manager, and the program."""

import io
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from . import contents
from .program import NAME, PACKAGING, Program, timestamp

TOOLS = ("buildah", "mmdebstrap")
# `zlib1g` is for the PostgreSQL inside of the program.
PACKAGES = ("libc6", "libgcc-s1", "zlib1g", "ca-certificates", "tzdata", "busybox-static")
# The user of the container, and the folder that is theirs.
USER = 10001
DATA = "var/lib/toolwright"


def build(program: Program, output: Path) -> list[Path]:
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        print(f"   LEFT OUT, since this machine has no {' and no '.join(missing)}: the container image")
        return []
    path = output / f"{NAME}-{program.version}-{program.debian}.docker.tar"
    with tempfile.TemporaryDirectory() as folder:
        context = Path(folder)
        make_root(context / "root.tar", program)
        shutil.copy(program.path, context / NAME)
        (context / "licenses").mkdir()
        for name, data in contents.notices(program).items():
            (context / "licenses" / name).write_bytes(data)
        make_image(context, program, path)
    return [path]


def make_root(path: Path, program: Program) -> None:
    """Unpacks Debian's packages, whose scripts are not run: nothing of them is needed."""
    options = ["--quiet", "--variant=extract", f"--architectures={program.debian}", f"--include={','.join(PACKAGES)}"]
    subprocess.run(["mmdebstrap", *options, "bookworm", path], check=True)
    with tarfile.open(path) as archive:
        found = [entry for entry in archive if entry.isfile() and "/ca-certificates/mozilla/" in entry.name]
        certificates = b"".join(archive.extractfile(entry).read() for entry in found)
    files = {
        # A script of the package would do this.
        "etc/ssl/certs/ca-certificates.crt": certificates,
        # PostgreSQL asks for the name of its user.
        "etc/passwd": f"root:x:0:0::/:\n{NAME}:x:{USER}:{USER}::/{DATA}:\n".encode(),
        "etc/group": f"root:x:0:\n{NAME}:x:{USER}:\n".encode(),
    }
    with tarfile.open(path, "a") as archive:
        for name, data in files.items():
            entry = described(name, tarfile.REGTYPE, 0o644)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
        # PostgreSQL runs its programs by a shell when a database is made.
        shell = described("bin/sh", tarfile.SYMTYPE, 0o777)
        shell.linkname = "busybox"
        archive.addfile(shell)
        data = described(DATA, tarfile.DIRTYPE, 0o700)
        data.uid = data.gid = USER
        archive.addfile(data)


def described(name: str, kind: bytes, mode: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode, entry.mtime = kind, mode, timestamp()
    return entry


def make_image(context: Path, program: Program, path: Path) -> None:
    tag = f"localhost/{NAME}:{program.version}"
    # Neither needs a daemon, nor rights that a container lacks. The format of OCI has no health check.
    tool = ["buildah", "--storage-driver=vfs"]
    options = ["--isolation=chroot", "--format=docker", f"--tag={tag}", f"--timestamp={timestamp()}"]
    subprocess.run([*tool, "bud", *options, f"--file={PACKAGING / 'Containerfile'}", context], check=True)
    path.unlink(missing_ok=True)
    subprocess.run([*tool, "push", tag, f"docker-archive:{path}:{NAME}:{program.version}"], check=True)
    subprocess.run([*tool, "rmi", tag], check=True, stdout=subprocess.DEVNULL)
