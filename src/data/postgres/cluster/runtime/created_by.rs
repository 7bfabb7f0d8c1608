//! [`Made`]: by whom a database was made.

use std::{fs, io, path::Path};

use super::Origin;
use crate::data::postgres::cluster::ClusterError;

/// The file in which PostgreSQL says of which version a database is.
const VERSION: &str = "PG_VERSION";
/// The file in which we say whose programs made it.
const ORIGIN: &str = "toolwright.origin";

/// By whom a database was made.
#[derive(Debug, PartialEq, Eq)]
pub(in super::super) struct Made {
    pub(super) major: u32,
    pub(super) origin: Origin,
}

impl Made {
    /// What the database in this folder says, if there is one.
    pub(in super::super) fn read(cluster: &Path) -> Result<Option<Self>, ClusterError> {
        let path = cluster.join(VERSION);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(ClusterError::at(&path))?,
        };
        let major = text.trim().parse();
        let major = major.map_err(|_| ClusterError::Folder {
            cause: format!("`{}` is not a version", text.trim()),
            path,
        })?;
        let origin = fs::read(cluster.join(ORIGIN));
        let origin = origin
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok());
        Ok(Some(Self {
            major,
            origin: origin.unwrap_or(Origin::Machine),
        }))
    }

    /// Says in a database whose programs made it.
    pub(in super::super) fn write(cluster: &Path, origin: Origin) -> io::Result<()> {
        fs::write(cluster.join(ORIGIN), serde_json::to_vec(&origin)?)
    }
}
