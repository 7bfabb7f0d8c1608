//! [`Runtime`] and [`Origin`]: whose programs run, in which version, and which ones created a
//! folder.

use std::{fmt, fs, io, path::Path};

use serde::{Deserialize, Serialize};

use super::super::error::ClusterError;

/// The programs that may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Runtime {
    /// Installed ones, or else the bundled ones. For an existing database, those that created it
    /// come first.
    Any,
    /// Installed ones.
    Machine,
    /// The bundled ones.
    Bundled,
}

/// The origin of programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in super::super) enum Origin {
    /// They are installed on the machine.
    Machine,
    /// They are inside of this program.
    Bundled,
}

impl Runtime {
    /// Returns the runtime of this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "any" => Some(Self::Any),
            "machine" => Some(Self::Machine),
            "bundled" => Some(Self::Bundled),
            _ => None,
        }
    }

    /// Returns where to look for programs, in this order. `created_by` is the origin of the
    /// programs that created the database.
    pub(super) const fn origins(self, created_by: Option<Origin>) -> &'static [Origin] {
        match (self, created_by) {
            (Self::Any, Some(Origin::Bundled)) => &[Origin::Bundled, Origin::Machine],
            (Self::Any, _) => &[Origin::Machine, Origin::Bundled],
            (Self::Machine, _) => &[Origin::Machine],
            (Self::Bundled, _) => &[Origin::Bundled],
        }
    }
}

/// A version of PostgreSQL, for instance 17.5. A database needs programs of its `major` version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Version {
    pub(in super::super) major: u32,
    text: String,
}

impl Version {
    /// Parses a text such as `17.5` or `18beta1`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        Some(Self {
            major: text.get(..digits)?.parse().ok()?,
            text: text.to_owned(),
        })
    }

    /// Parses the output of `postgres --version`, such as `postgres (PostgreSQL) 15.18 (Debian
    /// 15.18-0+deb12u1)`.
    pub(super) fn parse_output(text: &str) -> Option<Self> {
        text.split_whitespace().find_map(Self::parse)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_that_created_a_database_come_first() {
        use Origin::{Bundled, Machine};
        assert_eq!(Runtime::Any.origins(None), [Machine, Bundled]);
        assert_eq!(Runtime::Any.origins(Some(Bundled)), [Bundled, Machine]);
        assert_eq!(Runtime::Machine.origins(Some(Bundled)), [Machine]);
        assert_eq!(Runtime::Bundled.origins(Some(Machine)), [Bundled]);
    }

    #[test]
    fn a_version_is_parsed_from_the_output_of_postgres() {
        let parsed =
            |text| Version::parse_output(text).map(|version| (version.major, version.to_string()));
        let debian = "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n";
        assert_eq!(parsed(debian), Some((15, "15.18".to_owned())));
        let beta = "postgres (PostgreSQL) 18beta1";
        assert_eq!(parsed(beta), Some((18, "18beta1".to_owned())));
        assert_eq!(parsed("postgres: command not found"), None);
        assert_eq!(parsed(""), None);
    }
}
