//! The [`SandboxParts`] that are used, and their [`Availability`] on this machine.

use serde::{Deserialize, Serialize};

/// The parts of a sandbox that are used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxParts {
    /// Namespaces of users, mounts, processes, networks and shared memory, with a root of its own.
    pub(crate) namespaces: bool,
    /// Landlock.
    pub(crate) landlock: bool,
    /// A filter of system calls.
    pub(crate) seccomp: bool,
}

impl SandboxParts {
    /// Each part alone, with its name.
    pub(crate) const EACH: [(&str, Self); 3] = [
        (
            "namespaces",
            Self {
                namespaces: true,
                ..Self::NONE
            },
        ),
        (
            "Landlock",
            Self {
                landlock: true,
                ..Self::NONE
            },
        ),
        (
            "seccomp",
            Self {
                seccomp: true,
                ..Self::NONE
            },
        ),
    ];

    const NONE: Self = Self {
        namespaces: false,
        landlock: false,
        seccomp: false,
    };

    /// Returns whether no part is used.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    fn with(self, other: Self) -> Self {
        Self {
            namespaces: self.namespaces || other.namespaces,
            landlock: self.landlock || other.landlock,
            seccomp: self.seccomp || other.seccomp,
        }
    }
}

/// The parts that this machine has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Availability {
    /// The parts that work.
    pub(crate) parts: SandboxParts,
    /// The names of the parts that work.
    pub available: Vec<&'static str>,
    /// The names of the others, each with the reason.
    pub missing: Vec<(&'static str, String)>,
}

impl Availability {
    /// Finds out by trying each part alone.
    pub(crate) fn find(works: impl Fn(SandboxParts) -> Result<(), String>) -> Self {
        let mut found = Self::default();
        for (name, part) in SandboxParts::EACH {
            match works(part) {
                Ok(()) => {
                    found.parts = found.parts.with(part);
                    found.available.push(name);
                }
                Err(reason) => found.missing.push((name, reason)),
            }
        }
        found
    }

    /// Returns the missing parts as text: `namespaces (…), Landlock (…)`.
    pub fn missing_text(&self) -> String {
        let missing = self.missing.iter();
        let missing: Vec<String> = missing
            .map(|(name, reason)| format!("{name} ({reason})"))
            .collect();
        missing.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_tried_alone() {
        let found = Availability::find(|part| match part.namespaces {
            true => Err("not permitted".into()),
            false => Ok(()),
        });
        assert_eq!(found.available, ["Landlock", "seccomp"]);
        assert_eq!(found.missing_text(), "namespaces (not permitted)");
        let expected = SandboxParts {
            namespaces: false,
            landlock: true,
            seccomp: true,
        };
        assert_eq!(found.parts, expected);
        assert!(!found.parts.is_empty());
    }
}
