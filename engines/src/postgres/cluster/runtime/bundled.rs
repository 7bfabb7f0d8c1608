//! The PostgreSQL inside of this program: an archive that the build script found, unpacked when it
//! is first needed.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use ruzstd::decoding::StreamingDecoder;
use tar::Archive;
use toolwright_base::files::{sync::sync, sync_tree};

use super::origin::Version;
use crate::postgres::cluster::{data_folder::DataFolder, error::ClusterError};

/// The archive. It is empty on systems for which there is none.
static ARCHIVE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/postgres-runtime.tar.zst"));

/// The version of the archive's PostgreSQL.
const VERSION: &str = "17.5";
/// The version of the archive. It is a part of the folder's name, so that another archive goes to
/// another folder.
const EDITION: &str = env!("BUNDLED_POSTGRES_EDITION");

/// The prefix of unpacked folders.
const PREFIX: &str = "runtime-";

/// The characters that a shell does not take literally between quotation marks.
const NOT_FOR_SHELLS: [char; 5] = ['"', '$', '`', '\\', '\n'];

/// Returns the bundled version, which has no folder yet, and then those that earlier versions of
/// this program have unpacked: they run the databases that they created.
pub(super) fn candidates(data_folder: &DataFolder) -> Vec<(Version, Option<PathBuf>)> {
    let bundled = (!ARCHIVE.is_empty()).then_some(VERSION);
    let bundled = bundled
        .and_then(Version::parse)
        .map(|version| (version, None));
    let entries = fs::read_dir(data_folder.path())
        .into_iter()
        .flatten()
        .flatten();
    let unpacked = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let (version, edition) = name.strip_prefix(PREFIX)?.split_once('-')?;
        let is_bundled = (version, edition) == (VERSION, EDITION);
        let version = Version::parse(version).filter(|_| !is_bundled)?;
        Some((version, Some(entry.path().join("bin"))))
    });
    bundled.into_iter().chain(unpacked).collect()
}

/// Returns the folder of the bundled programs, which are unpacked into the data folder if they are
/// not there.
pub(super) fn unpacked(data_folder: &DataFolder) -> Result<PathBuf, ClusterError> {
    let folder = data_folder
        .path()
        .join(format!("{PREFIX}{VERSION}-{EDITION}"));
    if folder.to_string_lossy().contains(NOT_FOR_SHELLS) {
        return Err(ClusterError::Folder {
            path: data_folder.path().to_owned(),
            cause: "PostgreSQL starts its programs by a shell, which would misread this path"
                .to_owned(),
        });
    }
    if !folder.is_dir() {
        let draft = data_folder.draft();
        unpack(ARCHIVE, &draft).map_err(ClusterError::at(&draft))?;
        fs::rename(&draft, &folder).map_err(ClusterError::at(&folder))?;
        sync(data_folder.path()).map_err(ClusterError::at(data_folder.path()))?;
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
                "`{name}` is outside of the folder"
            )));
        }
    }
    sync_tree(folder)
}

#[cfg(test)]
mod tests {
    use std::env;

    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    /// Returns an archive of one file with any name.
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
            toolwright_base::token::random()
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
    fn an_archive_with_a_path_outside_of_its_folder_is_refused() {
        let (folder, done) = unpacked("../outside");
        assert_eq!(
            done.unwrap_err().to_string(),
            "`../outside` is outside of the folder"
        );
        assert!(!folder.with_file_name("outside").exists());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_archive_that_is_cut_off_is_refused() {
        let folder = env::temp_dir().join(format!(
            "toolwright-cut-{}",
            toolwright_base::token::random()
        ));
        unpack(&ARCHIVE[..ARCHIVE.len() / 2], &folder).unwrap_err();
        fs::remove_dir_all(folder).unwrap();
    }
}
