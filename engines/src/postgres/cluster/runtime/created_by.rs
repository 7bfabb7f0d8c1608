//! [`CreatedBy`]: which programs created a database.

use std::{fs, io, path::Path};

use super::origin::Origin;
use crate::postgres::cluster::error::ClusterError;

/// The file in which PostgreSQL writes the major version of a database.
const VERSION: &str = "PG_VERSION";
/// The file in which we write the origin of the programs.
const ORIGIN: &str = "toolwright.origin";

/// Which programs created a database.
#[derive(Debug, PartialEq, Eq)]
pub(in super::super) struct CreatedBy {
    pub(super) major: u32,
    pub(super) origin: Origin,
}

impl CreatedBy {
    /// Reads the files of the database in this folder. Returns `None` if there is no database.
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

    /// Writes the origin of the programs into a new database.
    pub(in super::super) fn write(cluster: &Path, origin: Origin) -> io::Result<()> {
        fs::write(cluster.join(ORIGIN), serde_json::to_vec(&origin)?)
    }
}
