//! The PostgreSQL inside of this program: an archive that the build script found, unpacked when it is first needed.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use ruzstd::decoding::StreamingDecoder;
use tar::Archive;

use super::{super::place::Place, Version};
use crate::data::postgres::cluster::{ClusterError, durable};

/// The archive; empty for a system that has none.
static ARCHIVE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/postgres-runtime.tar.zst"));

/// The version of the archive's PostgreSQL.
const VERSION: &str = "17.5";
/// The version of the archive: the folder's name has it, so that another archive goes to another folder.
const EDITION: &str = env!("TOOLWRIGHT_POSTGRES_EDITION");

/// What to say where there is none.
pub(super) const ABSENCE: &str = "this program has none inside for this system";

pub(super) fn version() -> Option<Version> {
    if ARCHIVE.is_empty() {
        return None;
    }
    Version::parse(VERSION)
}

/// The folder of the programs, which are unpacked into the place if they are not there.
pub(super) fn folder(place: &Place) -> Result<PathBuf, ClusterError> {
    let folder = place.folder().join(format!("runtime-{VERSION}-{EDITION}"));
    if !folder.is_dir() {
        let making = place.making();
        unpack(ARCHIVE, &making).map_err(ClusterError::at(&making))?;
        fs::rename(&making, &folder).map_err(ClusterError::at(&folder))?;
        durable::sync(place.folder()).map_err(ClusterError::at(place.folder()))?;
    }
    Ok(folder.join("bin"))
}

/// Unpacks an archive into a new folder, and waits until it is on the disk.
fn unpack(archive: &[u8], folder: &Path) -> io::Result<()> {
    fs::create_dir(folder)?;
    let decoder = StreamingDecoder::new(archive).map_err(io::Error::other)?;
    let mut archive = Archive::new(decoder);
    archive.set_preserve_mtime(false);
    for entry in archive.entries()? {
        let mut entry = entry?;
        if !entry.unpack_in(folder)? {
            let name = entry.path()?.display().to_string();
            return Err(io::Error::other(format!(
                "`{name}` leads out of the folder"
            )));
        }
    }
    durable::sync_all(folder)
}
