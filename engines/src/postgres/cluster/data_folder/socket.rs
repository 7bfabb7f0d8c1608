//! The folder of the database's socket.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, symlink},
    path::{Path, PathBuf},
};

use rustix::process::geteuid;
use toolwright_base::token;

use super::DataFolder;
use crate::postgres::cluster::{address::socket_file, error::ClusterError};

/// The folder for sockets whose path would be too long.
const SHORT: &str = "/tmp";
/// The prefix of our folders there.
const PREFIX: &str = "toolwright-";
/// The most bytes of a socket's path. macOS accepts fewer than Linux.
const MAX_LENGTH: usize = if cfg!(target_os = "linux") { 107 } else { 103 };

impl DataFolder {
    /// Creates an empty folder for the socket, whose path is short enough.
    pub(in super::super) fn create_socket_folder(&self) -> Result<PathBuf, ClusterError> {
        let folder = self.path.join("socket");
        if socket_file(&folder).as_os_str().len() <= MAX_LENGTH {
            remove_folder(&folder);
            self.create_own(&folder)?;
            return Ok(folder);
        }
        if let Some(short) = self.reusable(&folder) {
            return Ok(short);
        }
        remove_folder(&folder);
        let short = Path::new(SHORT).join(format!("{PREFIX}{}", token::random()));
        symlink(&short, &folder).map_err(ClusterError::at(&folder))?;
        self.create_own(&short)?;
        Ok(short)
    }

    /// Removes what [`create_socket_folder`](Self::create_socket_folder) created.
    pub(in super::super) fn remove_socket(&self) {
        remove_folder(&self.path.join("socket"));
    }

    /// Returns the short folder of a killed database, emptied, so that clients find the next one in
    /// the same place. Every user can create folders beside it, so it must still be the database's
    /// own.
    fn reusable(&self, link: &Path) -> Option<PathBuf> {
        let short = fs::read_link(link).ok().filter(|path| is_ours(path))?;
        let found = fs::symlink_metadata(&short).ok()?;
        let owner = self
            .account
            .map_or(geteuid().as_raw(), |account| account.user);
        let is_own = found.is_dir() && found.uid() == owner && found.mode() & 0o777 == 0o700;
        if !is_own {
            return None;
        }
        for entry in fs::read_dir(&short).ok()? {
            fs::remove_file(entry.ok()?.path()).ok()?;
        }
        Some(short)
    }
}

fn is_ours(path: &Path) -> bool {
    let name = path.file_name();
    name.is_some_and(|name| name.to_string_lossy().starts_with(PREFIX))
}

/// Removes a folder. If `path` is a link, its target is removed too, but only if that is ours.
pub(super) fn remove_folder(path: &Path) {
    if let Ok(target) = fs::read_link(path) {
        if is_ours(&target) {
            let _ = fs::remove_dir_all(target);
        }
        let _ = fs::remove_file(path);
    } else {
        let _ = fs::remove_dir_all(path);
    }
}
