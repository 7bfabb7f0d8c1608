//! How the values of settings are parsed, where several settings share a form.
//!
//! A parser returns the value or says what was expected. The forms that flags have too are in
//! [`toolwright::cli::setting`].

use std::{num::NonZeroU32, str::FromStr, time::Duration};

use toolwright::{cli::setting, govern::NamePattern};
use toolwright_engines::supervise::sandbox_policy::SandboxMode;
use toolwright_http::ApiKey;
use url::Url;

/// Returns the entries of a comma-separated list, without empty ones.
pub(super) fn entries(list: &str) -> impl Iterator<Item = &str> {
    list.split(',')
        .map(str::trim_ascii)
        .filter(|entry| !entry.is_empty())
}

/// Parses a comma-separated list of names. A space within a name is refused, since no name has one:
/// a list with a no-break space would not allow what it seems to.
pub(super) fn names(list: &str) -> Result<Vec<String>, String> {
    let is_foreign = |letter: char| {
        let is_invisible = matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
        letter.is_whitespace() || letter.is_control() || is_invisible
    };
    entries(list)
        .map(
            |name| match name.chars().find(|letter| is_foreign(*letter)) {
                None => Ok(name.to_owned()),
                Some(letter) => Err(format!(
                    "expected names that are separated by commas; no name contains U+{:04X}",
                    u32::from(letter)
                )),
            },
        )
        .collect()
}

/// Parses the name of the server, which is also the name of its entry in a host.
pub(super) fn server_name(text: &str) -> Result<String, String> {
    let is_letter = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '-' | '.');
    match (1..=64).contains(&text.len()) && text.chars().all(is_letter) {
        true => Ok(text.to_owned()),
        false => Err("expected 1 to 64 letters of A to Z, digits, `_`, `-` or `.`".into()),
    }
}

/// Parses a name for people, which is one line.
pub(super) fn title(text: &str) -> Result<String, String> {
    match text.chars().count() <= 200 && !text.chars().any(char::is_control) {
        true => Ok(text.to_owned()),
        false => Err("expected one line of up to 200 characters".into()),
    }
}

/// Parses a limit, which is at least 1.
pub(super) fn limit(text: &str) -> Result<NonZeroU32, String> {
    text.parse()
        .map_err(|_| "expected a whole number above 0".into())
}

/// Parses the size of the log, which has room for a few large records.
pub(super) fn log_size(text: &str) -> Result<u64, String> {
    let size = text.parse().ok().filter(|size| *size >= 1 << 20);
    size.ok_or_else(|| "expected a whole number of bytes from 1048576 on".into())
}

/// Parses a whole number.
pub(super) fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "expected a whole number".into())
}

/// Parses whether code runs in a sandbox.
pub(super) fn sandbox_mode(text: &str) -> Result<SandboxMode, String> {
    match text {
        "auto" => Ok(SandboxMode::Auto),
        "required" => Ok(SandboxMode::Required),
        "off" => Ok(SandboxMode::Off),
        _ => Err("expected `auto`, `required` or `off`".into()),
    }
}

/// Parses an `http` or `https` URL.
pub(super) fn web_address(text: &str) -> Option<Url> {
    let url: Option<Url> = text.parse().ok();
    url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

/// Parses a key that is sent in a header.
pub(super) fn key(text: &str) -> Result<ApiKey, String> {
    ApiKey::parse(text).ok_or_else(|| "expected visible ASCII characters".into())
}

/// Parses how long the results of tools are cached: `web_search=1m,get_*=10s`.
pub(super) fn lifetimes(text: &str) -> Result<Vec<(NamePattern, Duration)>, String> {
    entries(text)
        .map(|entry| {
            let expected = || "expected `tool=duration`, as in `get_*=30s`".to_owned();
            let (name, lifetime) = entry.split_once('=').ok_or_else(expected)?;
            let name = names(name)?.pop().ok_or_else(expected)?;
            Ok((
                NamePattern::new(name),
                setting::duration(lifetime.trim_ascii())?,
            ))
        })
        .collect()
}
