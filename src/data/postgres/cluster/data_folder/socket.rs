//! The folder of a database's socket.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, symlink},
    path::{Path, PathBuf},
};

use rustix::process::geteuid;

use super::Place;
use crate::{
    core::token,
    data::postgres::cluster::{ClusterError, handle::PORT},
};

/// Where sockets are whose path would be too long.
const SHORT: &str = "/tmp";
/// How the folders there begin.
const OURS: &str = "toolwright-";
/// The longest path of a socket, on Linux; macOS takes less.
const LONGEST: usize = if cfg!(target_os = "linux") { 107 } else { 103 };

/// The file of the socket in a folder.
pub(in super::super) fn socket_file(folder: &Path) -> PathBuf {
    folder.join(format!(".s.PGSQL.{PORT}"))
}

impl Place {
    /// An empty folder for the socket, of which the path is not too long.
    pub(in super::super) fn socket(&self) -> Result<PathBuf, ClusterError> {
        let folder = self.folder.join("socket");
        if socket_file(&folder).as_os_str().len() <= LONGEST {
            discard(&folder);
            self.own_folder(&folder)?;
            return Ok(folder);
        }
        if let Some(short) = self.left_behind(&folder) {
            return Ok(short);
        }
        discard(&folder);
        let short = Path::new(SHORT).join(format!("{OURS}{}", token::random()));
        symlink(&short, &folder).map_err(ClusterError::at(&folder))?;
        self.own_folder(&short)?;
        Ok(short)
    }

    /// Removes what [`socket`](Self::socket) made.
    pub(in super::super) fn remove_socket(&self) {
        discard(&self.folder.join("socket"));
    }

    /// The short folder of a database that was killed, emptied. Whoever was connected finds the next one there. Others can make folders
    /// beside it, so it must still be the database's own.
    fn left_behind(&self, link: &Path) -> Option<PathBuf> {
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
    name.is_some_and(|name| name.to_string_lossy().starts_with(OURS))
}

/// Removes a folder, and where `path` is a link also what it leads to, which must be ours.
pub(super) fn discard(path: &Path) {
    if let Ok(target) = fs::read_link(path) {
        if is_ours(&target) {
            let _ = fs::remove_dir_all(target);
        }
        let _ = fs::remove_file(path);
    } else {
        let _ = fs::remove_dir_all(path);
    }
}
