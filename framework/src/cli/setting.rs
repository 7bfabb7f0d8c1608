//! Settings: parsers for their values, the settings of a server in a `.env` file
//! ([`Server::env_file`]), and [`FileSettings`], what an application read from its settings files.
//!
//! The error of a parser says what is expected.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    io::{self, IsTerminal as _},
    path::Path,
    time::Duration,
};

use toolwright_base::{Secret, files::read_text};

use super::env_file;
use crate::server::{Error, Result, Server};

/// The units of a duration in milliseconds. `ms` is before `s`, which it ends with.
const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];

/// Parses a variable with its value.
pub fn variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("expected KEY=VALUE".into()),
    }
}

/// Parses a port.
pub fn port(text: &str) -> Result<u16, String> {
    text.parse()
        .map_err(|_| "expected a port from 0 to 65535".into())
}

/// Parses a whole number above 0.
pub fn count(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|&count| count > 0)
        .ok_or_else(|| "expected a whole number above 0".into())
}

/// Parses `true` or `false`. An empty value is `false`.
pub fn switch(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "on" => Ok(true),
        "false" | "0" | "off" | "" => Ok(false),
        _ => Err("expected `true` or `false`".into()),
    }
}

/// Parses a duration: `500ms`, `30s`, `30m`, `2h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let read = || {
        let (number, scale) = UNITS
            .iter()
            .find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, scale)))?;
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
        let number: u64 = number.parse().ok().filter(|_| is_plain)?;
        number.checked_mul(*scale).map(Duration::from_millis)
    };
    read().ok_or_else(|| {
        "expected a whole number and a unit (`ms`, `s`, `m` or `h`), as in `30s`".into()
    })
}

/// Parses the origin of a web page. An empty value is allowed, so that a list can be empty.
pub(crate) fn origin(text: &str) -> Result<String, String> {
    let text = text.trim();
    match text.split_once("://") {
        Some((scheme, host)) if !scheme.is_empty() && !host.trim_end_matches('/').is_empty() => {
            Ok(text.to_owned())
        }
        None if text.is_empty() => Ok(String::new()),
        _ => Err("expected a scheme and a host, as in `https://example.com`".into()),
    }
}

/// The largest file that is read.
const MAX_BYTES: u64 = 1 << 20;
/// The command that a host starts, in whatever folder it has open.
const FOR_HOSTS: &str = "stdio";

/// Returns the variables in the file of `server`, for the command line `words`.
///
/// # Errors
/// If the file cannot be read or has a wrong line.
pub(super) fn read(server: &Server, words: &[OsString]) -> Result<BTreeMap<String, String>> {
    let Some(path) = server
        .env_file_path()
        .filter(|path| is_trusted(path, words))
    else {
        return Ok(BTreeMap::new());
    };
    let wrong = |problem: &dyn std::fmt::Display| {
        Error::Command(format!("cannot read `{}`: {problem}", path.display()))
    };
    match read_text(path, MAX_BYTES) {
        Ok(text) => env_file::parse(&text).map_err(|problem| wrong(&problem)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(error) => Err(wrong(&error)),
    }
}

/// Returns whether the file is not one of strangers: a host may start a server in any folder, so a
/// relative path is for people in terminals.
fn is_trusted(path: &Path, words: &[OsString]) -> bool {
    let is_in_terminal = io::stdin().is_terminal() || io::stderr().is_terminal();
    let is_for_host = words.iter().skip(1).any(|word| word == FOR_HOSTS);
    path.is_absolute() || (is_in_terminal && !is_for_host)
}

/// The values of an application's settings files that the command line uses.
#[derive(Debug, Default)]
pub struct FileSettings {
    /// The defaults of flags, by the environment variable of the flag.
    pub defaults: BTreeMap<String, String>,
    /// The variables that `install` adds to an entry.
    pub for_hosts: Vec<HostVariable>,
}

/// An environment variable that a host must pass to the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostVariable {
    /// The name of the variable.
    pub name: String,
    /// Its value.
    pub value: Secret,
    /// Whether `install` must not print the value.
    pub is_secret: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_needs_a_name() {
        assert_eq!(variable("A=b=c"), Ok(("A".into(), "b=c".into())));
        assert_eq!(variable("=b"), Err("expected KEY=VALUE".into()));
        assert_eq!(variable("A"), Err("expected KEY=VALUE".into()));
    }

    #[test]
    fn a_duration_is_a_number_and_a_unit() {
        let read = ["250ms", "5s", "2m", "1h", "0s"]
            .map(|text| duration(text).map(|time| time.as_millis()));
        assert_eq!(read, [250, 5_000, 120_000, 3_600_000, 0].map(Ok));
        for text in [
            "",
            "s",
            "5",
            "-5s",
            "+5s",
            "1.5s",
            "5 s",
            "5d",
            "18446744073709551615h",
        ] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_switch_is_true_or_false() {
        assert_eq!(
            ["true", "1", "TRUE"].map(switch),
            [Ok(true), Ok(true), Ok(true)]
        );
        assert_eq!(
            ["false", "0", ""].map(switch),
            [Ok(false), Ok(false), Ok(false)]
        );
        assert_eq!(switch("maybe"), Err("expected `true` or `false`".into()));
    }

    #[test]
    fn a_count_is_above_zero_and_a_port_fits_16_bits() {
        assert_eq!(count("1"), Ok(1));
        assert_eq!(
            ["0", "-1", "x", ""].map(|text| count(text).is_ok()),
            [false; 4]
        );
        assert_eq!(port("65535"), Ok(65535));
        assert_eq!(
            ["65536", "-1", "x", ""].map(|text| port(text).is_ok()),
            [false; 4]
        );
    }

    #[test]
    fn an_origin_has_a_scheme_and_a_host() {
        assert_eq!(
            origin(" https://a.example "),
            Ok("https://a.example".into())
        );
        assert_eq!(origin(""), Ok(String::new()));
        assert_eq!(
            ["a.example", "://a", "https:///"].map(|text| origin(text).is_ok()),
            [false; 3]
        );
    }
}
