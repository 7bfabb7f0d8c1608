//! [`Version`]: of a PostgreSQL.

use std::fmt;

/// A version of PostgreSQL, for instance 17.5. Databases are of one `major` version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Version {
    pub(in super::super) major: u32,
    text: String,
}

impl Version {
    /// From a text such as `17.5` or `18beta1`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        Some(Self {
            major: text.get(..digits)?.parse().ok()?,
            text: text.to_owned(),
        })
    }

    /// From what `postgres --version` says: `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`.
    pub(super) fn said(text: &str) -> Option<Self> {
        text.split_whitespace().find_map(Self::parse)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_read_from_what_a_program_says_of_itself() {
        let said = |text| Version::said(text).map(|version| (version.major, version.to_string()));
        let debian = "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n";
        assert_eq!(said(debian), Some((15, "15.18".to_owned())));
        let beta = "postgres (PostgreSQL) 18beta1";
        assert_eq!(said(beta), Some((18, "18beta1".to_owned())));
        assert_eq!(said("postgres: command not found"), None);
        assert_eq!(said(""), None);
    }
}
