//! Whose programs run: those of the machine, or those inside of this one.

mod bundled;
mod created_by;
mod machine;
mod version;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub(super) use created_by::Made;
pub(super) use version::Version;

use super::{ClusterError, data_folder::Place};

/// Which programs may be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Runtime {
    /// Those of the machine, or else those inside of this program. A database that is there goes before: who made it runs it.
    Any,
    /// Those of the machine.
    Machine,
    /// Those inside of this program.
    Bundled,
}

impl Runtime {
    /// The choice of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "any" => Some(Self::Any),
            "machine" => Some(Self::Machine),
            "bundled" => Some(Self::Bundled),
            _ => None,
        }
    }

    /// Where to look, in this order.
    const fn origins(self, first: Option<Origin>) -> &'static [Origin] {
        match (self, first) {
            (Self::Any, Some(Origin::Bundled)) => &[Origin::Bundled, Origin::Machine],
            (Self::Any, _) => &[Origin::Machine, Origin::Bundled],
            (Self::Machine, _) => &[Origin::Machine],
            (Self::Bundled, _) => &[Origin::Bundled],
        }
    }
}

/// Where programs come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Origin {
    Machine,
    Bundled,
}

/// The programs of a PostgreSQL.
#[derive(Debug)]
pub(super) struct Programs {
    /// The folder where they are.
    folder: PathBuf,
    pub(super) version: Version,
    pub(super) origin: Origin,
}

impl Programs {
    /// The programs for the database of a place, which may have been `made` before.
    ///
    /// # Errors
    /// When there are none, or only those of another version.
    pub(super) fn choose(
        runtime: Runtime,
        place: &Place,
        made: Option<&Made>,
    ) -> Result<Self, ClusterError> {
        let origins = runtime.origins(made.map(|made| made.origin));
        let mut at_hand = Vec::new();
        for origin in origins {
            for (version, folder) in origin.offers(place) {
                if made.is_none_or(|made| made.major == version.major) {
                    let folder = match folder {
                        Some(folder) => folder,
                        None => bundled::folder(place)?,
                    };
                    return Ok(Self {
                        folder,
                        version,
                        origin: *origin,
                    });
                }
                at_hand.push(version.to_string());
            }
        }
        Err(none(origins, place, made, at_hand))
    }

    /// The path of one of them.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

impl Origin {
    /// The versions there, with their folders; the one inside of this program has none yet.
    fn offers(self, place: &Place) -> Box<dyn Iterator<Item = (Version, Option<PathBuf>)> + '_> {
        match self {
            Self::Machine => {
                let found = machine::offers(place.account.as_ref());
                Box::new(found.map(|(version, folder)| (version, Some(folder))))
            }
            Self::Bundled => Box::new(bundled::offers(place).into_iter()),
        }
    }

    const fn absence(self) -> &'static str {
        match self {
            Self::Machine => "none of the machine was found",
            Self::Bundled => bundled::ABSENCE,
        }
    }
}

fn none(
    origins: &[Origin],
    place: &Place,
    made: Option<&Made>,
    at_hand: Vec<String>,
) -> ClusterError {
    match made {
        Some(made) if !at_hand.is_empty() => ClusterError::OtherVersion {
            folder: place.cluster(),
            made_by: made.major.to_string(),
            at_hand,
        },
        _ => absent(origins),
    }
}

fn absent(origins: &[Origin]) -> ClusterError {
    let searched: Vec<_> = origins.iter().map(|origin| origin.absence()).collect();
    ClusterError::NoRuntime {
        searched: searched.join(", and "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_made_a_database_is_asked_first_to_run_it() {
        use Origin::{Bundled, Machine};
        assert_eq!(Runtime::Any.origins(None), [Machine, Bundled]);
        assert_eq!(Runtime::Any.origins(Some(Bundled)), [Bundled, Machine]);
        assert_eq!(Runtime::Machine.origins(Some(Bundled)), [Machine]);
        assert_eq!(Runtime::Bundled.origins(Some(Machine)), [Bundled]);
    }

    #[test]
    fn where_there_is_none_the_variables_of_a_server_are_named() {
        assert_eq!(
            absent(&[Origin::Machine]).to_string(),
            "there is no PostgreSQL here: none of the machine was found. Install it, or name a server with `POSTGRESQL_DB_HOST`, \
             `POSTGRESQL_DB_PORT`, `POSTGRESQL_DB_NAME`, `POSTGRESQL_DB_USER` and `POSTGRESQL_DB_PASS`"
        );
    }
}
