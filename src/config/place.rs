//! [`Place`]: where settings come from.

use std::path::Path;

/// The owner of a place, who decides about its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// The environment of this process, or the caller of a constructor.
    Process,
    /// The user, in a file of theirs: the one that `TOOLWRIGHT_CONFIG` names, or one in their
    /// configuration folder.
    User,
    /// The author of the working folder, which may be a repository of strangers.
    WorkingFolder,
}

/// A place that settings come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// The place as messages name it: "the environment", or a file in backticks.
    pub(super) name: String,
    pub(super) owner: Owner,
}

impl Place {
    /// Creates the place of values that are in no file.
    pub(super) fn of_process(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            owner: Owner::Process,
        }
    }

    /// Creates the place of the values in a file.
    pub(super) fn of_file(file: &Path, owner: Owner) -> Self {
        Self {
            name: format!("`{}`", file.display()),
            owner,
        }
    }

    /// Whether it is a file.
    pub(super) fn is_file(&self) -> bool {
        self.owner != Owner::Process
    }

    /// Whether strangers may have written what it says, while `other` is the user's own.
    pub(super) fn is_weaker_than(&self, other: &Self) -> bool {
        self.owner == Owner::WorkingFolder && other.owner != Owner::WorkingFolder
    }
}
