"""Archives whose bytes depend on nothing but what is packed."""

import gzip
import io
import tarfile
import time
import zipfile
from pathlib import Path
from typing import NamedTuple

from .program import timestamp


class Packed(NamedTuple):
    """A file of a package."""

    path: str
    data: bytes
    is_program: bool = False

    @property
    def mode(self) -> int:
        return 0o755 if self.is_program else 0o644


def write_zip(path: Path, files: list[Packed]) -> None:
    date = max(time.gmtime(timestamp())[:6], (1980, 1, 1, 0, 0, 0))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for file in files:
            entry = zipfile.ZipInfo(file.path, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100000 | file.mode) << 16
            archive.writestr(entry, file.data)


def write_tar(path: Path, files: list[Packed]) -> None:
    """Writes a .tar.gz, with files that belong to root."""
    with path.open("wb") as target, gzip.GzipFile("", "wb", 6, target, mtime=timestamp()) as compressed:
        with tarfile.open(fileobj=compressed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for file in files:
                entry = tarfile.TarInfo(file.path)
                entry.size, entry.mode, entry.mtime = len(file.data), file.mode, timestamp()
                entry.uname = entry.gname = "root"
                archive.addfile(entry, io.BytesIO(file.data))
