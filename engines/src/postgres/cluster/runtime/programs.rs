//! [`Programs`]: the programs of one PostgreSQL.

use std::path::PathBuf;

use super::{
    bundled, machine,
    origin::{CreatedBy, Origin, Runtime, Version},
};
use crate::postgres::cluster::{data_folder::DataFolder, error::ClusterError};

/// The programs of one PostgreSQL.
#[derive(Debug)]
pub(in super::super) struct Programs {
    folder: PathBuf,
    pub(in super::super) version: Version,
    pub(in super::super) origin: Origin,
}

impl Programs {
    /// Returns programs for a new database, or for one that was `created_by` others.
    ///
    /// # Errors
    /// If there are none, or only those of another major version.
    pub(in super::super) fn choose(
        runtime: Runtime,
        data_folder: &DataFolder,
        created_by: Option<&CreatedBy>,
    ) -> Result<Self, ClusterError> {
        let origins = runtime.origins(created_by.map(|created_by| created_by.origin));
        let mut found = Vec::new();
        for origin in origins {
            for (version, folder) in candidates(*origin, data_folder) {
                if created_by.is_none_or(|created_by| created_by.major == version.major) {
                    let folder = match folder {
                        Some(folder) => folder,
                        None => bundled::unpacked(data_folder)?,
                    };
                    return Ok(Self {
                        folder,
                        version,
                        origin: *origin,
                    });
                }
                found.push(version.to_string());
            }
        }
        Err(match created_by {
            Some(created_by) if !found.is_empty() => ClusterError::OtherVersion {
                folder: data_folder.cluster(),
                created_by: created_by.major.to_string(),
                found,
            },
            _ => not_found(origins),
        })
    }

    /// Returns the path of a program.
    pub(in super::super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// Returns the available versions with their folders. The bundled one has none yet.
fn candidates(
    origin: Origin,
    data_folder: &DataFolder,
) -> Box<dyn Iterator<Item = (Version, Option<PathBuf>)> + '_> {
    match origin {
        Origin::Machine => {
            let found = machine::candidates(data_folder.account.as_ref());
            Box::new(found.map(|(version, folder)| (version, Some(folder))))
        }
        Origin::Bundled => Box::new(bundled::candidates(data_folder).into_iter()),
    }
}

fn not_found(origins: &[Origin]) -> ClusterError {
    let reason = |origin: &Origin| match origin {
        Origin::Machine => "none is installed",
        Origin::Bundled => "this program contains none for this system",
    };
    let reasons: Vec<_> = origins.iter().map(reason).collect();
    ClusterError::NoRuntime {
        searched: reasons.join(", and "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_programs_the_error_names_the_settings_of_a_server() {
        assert_eq!(
            not_found(&[Origin::Machine]).to_string(),
            "no PostgreSQL was found: none is installed. Install it, or name a server with `POSTGRESQL_DB_HOST`, \
             `POSTGRESQL_DB_PORT`, `POSTGRESQL_DB_NAME`, `POSTGRESQL_DB_USER` and `POSTGRESQL_DB_PASS`"
        );
    }
}
