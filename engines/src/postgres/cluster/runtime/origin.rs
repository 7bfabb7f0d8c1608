//! [`Runtime`] and [`Origin`]: the programs that may be used, and their origin.

use serde::{Deserialize, Serialize};

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
}
