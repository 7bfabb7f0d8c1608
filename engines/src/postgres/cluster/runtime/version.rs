//! [`Version`]: a version of PostgreSQL.

use std::fmt;

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

#[cfg(test)]
mod tests {
    use super::*;

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
