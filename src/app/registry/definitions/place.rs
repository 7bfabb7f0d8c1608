//! [`Definitions`]: the tools or the agents of one place, as commands see and change them.

use std::{env, fmt, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use toolwright::cli::Failure;
use toolwright_registry::{Action, Expected, Request, Version, mask};

/// The name and the new revision of a definition that was changed.
pub(super) type Changed = (String, u64);

/// A definition that is to be stored, and the revision that it replaces.
pub(super) type Put<D> = (D, Option<u64>);

/// The tools or the agents of one place: of this machine, or of a server elsewhere.
pub(in crate::app::registry) trait Definitions {
    /// A definition that was read and checked, and can be stored.
    type Draft: Draft;

    /// Returns what is defined.
    fn noun(&self) -> Noun;

    /// Reads the definitions of the text `file`, with what the place knows about them filled in.
    async fn read(&self, file: &str, text: &str) -> Result<Vec<Self::Draft>, Failure>;

    /// Returns the definition of this name.
    async fn find(&self, name: &str) -> Result<Option<Stored>, Failure>;

    /// Returns all definitions, with credentials masked.
    async fn all(&self) -> Result<Vec<Map<String, Value>>, Failure>;

    /// Stores definitions. What is stored is added to `done`, also if a later one fails.
    async fn put(
        &self,
        puts: Vec<Put<Self::Draft>>,
        done: &mut Vec<Changed>,
    ) -> Result<(), Failure>;

    /// Makes a change to the definition of this name.
    async fn change(&self, name: &str, change: Change) -> Result<Changed, Failure>;

    /// Returns all versions, the oldest first.
    async fn versions(&self, name: &str) -> Result<Vec<VersionItem>, Failure>;
}

/// A definition that was read and checked.
pub(in crate::app::registry) trait Draft: Sized {
    fn name(&self) -> &str;

    fn json(&self) -> &Map<String, Value>;

    /// Returns the draft as it would be stored in place of `stored`: a definition that names no owner keeps it.
    fn in_place_of(self, stored: &Map<String, Value>) -> Self;
}

/// A definition that exists.
#[derive(Debug)]
pub(in crate::app::registry) struct Stored {
    /// The definition, with credentials masked. `None` if the caller may not see it, or the tool is compiled.
    pub(super) json: Option<Map<String, Value>>,
    pub(super) revision: u64,
}

/// A version of a definition, as the API shows it.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::app::registry) struct VersionItem {
    pub(super) version: u64,
    pub(super) at: String,
    pub(super) by: String,
    pub(super) change: String,
    /// The definition since then, with credentials masked. `None` if it was removed.
    pub(super) spec: Option<Map<String, Value>>,
}

impl From<Version> for VersionItem {
    fn from(version: Version) -> Self {
        let mut spec = version.spec;
        spec.iter_mut().for_each(mask);
        Self {
            version: version.revision,
            at: version.at,
            by: version.by,
            change: version.change.done().to_owned(),
            spec,
        }
    }
}

/// What is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::app::registry) enum Noun {
    Tool,
    Agent,
}

impl Noun {
    /// Returns the noun with its article.
    pub(super) const fn with_article(self) -> &'static str {
        match self {
            Self::Tool => "a tool",
            Self::Agent => "an agent",
        }
    }

    /// Returns the error for a name that nothing has.
    pub(in crate::app::registry) fn unknown(self, name: &str) -> Failure {
        Failure::because(format!("there is no {self} `{name}` in the registry"))
    }
}

impl fmt::Display for Noun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tool => "tool",
            Self::Agent => "agent",
        })
    }
}

/// A change to a definition by its name. Where it replaces one, that has this revision.
#[derive(Debug, Clone, Copy)]
pub(in crate::app::registry) enum Change {
    Switch { is_active: bool, revision: u64 },
    Remove { revision: u64 },
    Restore,
    RollBack { version: u64, revision: Option<u64> },
}

impl Change {
    /// Returns the request to a registry of this machine. `switched` returns the definition with the switch set.
    pub(super) fn request<D>(
        self,
        name: &str,
        switched: impl FnOnce(bool) -> Result<Arc<D>, Failure>,
    ) -> Result<Request<D>, Failure> {
        let name = name.to_owned();
        let (action, expected) = match self {
            Self::Switch {
                is_active,
                revision,
            } => (Action::Put(switched(is_active)?), replaced(Some(revision))),
            Self::Remove { revision } => (Action::Remove(name), replaced(Some(revision))),
            Self::Restore => (Action::Restore(name), Expected::Absent),
            Self::RollBack { version, revision } => {
                (Action::Rollback(name, version), replaced(revision))
            }
        };
        Ok(request(action, expected))
    }
}

/// Returns the requests to a registry of this machine that store definitions.
pub(super) fn put_requests<D>(puts: Vec<Put<Arc<D>>>) -> Vec<Request<D>> {
    let puts = puts.into_iter();
    puts.map(|(spec, revision)| request(Action::Put(spec), replaced(revision)))
        .collect()
}

fn replaced(revision: Option<u64>) -> Expected {
    revision.map_or(Expected::Absent, Expected::Revision)
}

/// Creates the request for a change by this user.
pub(in crate::app::registry) fn request<D>(action: Action<D>, expected: Expected) -> Request<D> {
    Request {
        action,
        expected,
        by: author(),
    }
}

/// Returns the name under which changes of commands are recorded.
pub(in crate::app::registry) fn author() -> String {
    let user = env::var("USER").or_else(|_| env::var("LOGNAME"));
    user.unwrap_or_else(|_| "command line".into())
}
