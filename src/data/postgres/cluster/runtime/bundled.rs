//! The PostgreSQL inside of this program: an archive that the build script found, unpacked when it is first needed.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use ruzstd::decoding::StreamingDecoder;
use tar::Archive;

use super::{super::data_folder::Place, Version};
use crate::data::{files::sync as durable, postgres::cluster::ClusterError};

/// The archive; empty for a system that has none.
static ARCHIVE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/postgres-runtime.tar.zst"));

/// The version of the archive's PostgreSQL.
const VERSION: &str = "17.5";
/// The version of the archive: the folder's name has it, so that another archive goes to another folder.
const EDITION: &str = env!("BUNDLED_POSTGRES_EDITION");

/// How the folders begin where archives are unpacked.
const FOLDER: &str = "runtime-";

/// What a shell does not take as it is between quotation marks.
const NOT_FOR_SHELLS: [char; 5] = ['"', '$', '`', '\\', '\n'];

/// What to say where there is none.
pub(super) const ABSENCE: &str = "this program has none inside for this system";

/// The version inside, which has no folder yet, and then those that programs before this one have unpacked: they run the databases that
/// they made.
pub(super) fn offers(place: &Place) -> Vec<(Version, Option<PathBuf>)> {
    let inside = (!ARCHIVE.is_empty()).then_some(VERSION);
    let inside = inside
        .and_then(Version::parse)
        .map(|version| (version, None));
    let entries = fs::read_dir(place.folder()).into_iter().flatten().flatten();
    let before = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let (version, edition) = name.strip_prefix(FOLDER)?.split_once('-')?;
        let is_inside = (version, edition) == (VERSION, EDITION);
        let version = Version::parse(version).filter(|_| !is_inside)?;
        Some((version, Some(entry.path().join("bin"))))
    });
    inside.into_iter().chain(before).collect()
}

/// The folder of the programs inside, which are unpacked into the place if they are not there.
pub(super) fn folder(place: &Place) -> Result<PathBuf, ClusterError> {
    let folder = place.folder().join(format!("{FOLDER}{VERSION}-{EDITION}"));
    if folder.to_string_lossy().contains(NOT_FOR_SHELLS) {
        return Err(ClusterError::Folder {
            path: place.folder().to_owned(),
            cause:
                "PostgreSQL starts its programs by a shell, which would not take this path as it is"
                    .to_owned(),
        });
    }
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

#[cfg(test)]
mod tests {
    use std::env;

    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    /// An archive of one file, whose name nobody checks.
    fn archive_of(name: &str) -> Vec<u8> {
        let mut header = tar::Header::new_gnu();
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(1);
        header.set_mode(0o755);
        header.set_cksum();
        let mut tar = tar::Builder::new(Vec::new());
        tar.append(&header, &b"x"[..]).unwrap();
        compress_to_vec(&*tar.into_inner().unwrap(), CompressionLevel::Uncompressed)
    }

    fn unpacked(name: &str) -> (PathBuf, io::Result<()>) {
        let folder = env::temp_dir().join(format!(
            "toolwright-unpack-{}",
            crate::core::token::random()
        ));
        let done = unpack(&archive_of(name), &folder);
        (folder, done)
    }

    #[test]
    fn an_archive_is_unpacked() {
        let (folder, done) = unpacked("bin/postgres");
        done.unwrap();
        assert_eq!(fs::read(folder.join("bin/postgres")).unwrap(), b"x");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_archive_that_leads_out_of_its_folder_is_refused() {
        let (folder, done) = unpacked("../outside");
        assert_eq!(
            done.unwrap_err().to_string(),
            "`../outside` leads out of the folder"
        );
        assert!(!folder.with_file_name("outside").exists());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_archive_that_is_cut_off_is_refused() {
        let folder =
            env::temp_dir().join(format!("toolwright-cut-{}", crate::core::token::random()));
        unpack(&ARCHIVE[..ARCHIVE.len() / 2], &folder).unwrap_err();
        fs::remove_dir_all(folder).unwrap();
    }
}
