//! The values of variables that files have: `.env`, and `toolwright.toml`.
//!
//! What is wrong with a file is told by its line alone: what stands there may be a secret.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, ErrorKind},
    path::Path,
};

use super::{error::ConfigError, variables};

/// What a file contains, where there is one.
pub(super) fn contents(file: &Path, must_exist: bool) -> Result<Option<String>, ConfigError> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound && !must_exist => Ok(None),
        Err(source) => Err(ConfigError::File {
            file: file.to_owned(),
            source,
        }),
    }
}

/// The values in a file of lines `NAME=value`; else why it is none.
pub(super) fn env_values(text: &str) -> Result<BTreeMap<String, String>, String> {
    let values = dotenvy::from_read_iter(io::Cursor::new(text)).collect::<Result<_, _>>();
    values.map_err(|error| {
        let line = match error {
            dotenvy::Error::LineParse(part, _) => line_that_ends_with(text, &part),
            _ => None,
        };
        let line = line.map_or_else(|| "a line".to_owned(), |line| format!("line {line}"));
        format!(
            "{line} is not `NAME=value`; a value with spaces or quotes in it wants quotes around it"
        )
    })
}

/// The number of the line that the text `part` begins in, which may leave out the beginning of that line.
fn line_that_ends_with(text: &str, part: &str) -> Option<usize> {
    let part = part.lines().next()?.trim_end();
    let mut lines = text.lines().map(str::trim_end);
    let line = lines.position(|line| line.ends_with(part))?;
    Some(line + 1)
}

/// The values in a TOML file of settings; else why it is none.
pub(super) fn toml_values(text: &str) -> Result<BTreeMap<String, String>, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let start = error.span().map_or(0, |span| span.start);
        let before = text.get(..start).unwrap_or_default();
        format!(
            "line {}: {}",
            before.matches('\n').count() + 1,
            error.message()
        )
    })?;
    let value = |(key, value): (String, toml::Value)| {
        let name = variables::named(&key).ok_or_else(|| format!("`{key}` is not a setting"))?;
        let text = written(&value)
            .ok_or_else(|| format!("`{key}` wants text, a number, a boolean, or a list of them"))?;
        Ok((name.to_owned(), text))
    };
    table.into_iter().map(value).collect()
}

/// A value of a TOML file as a variable would have it.
fn written(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(switch) => Some(switch.to_string()),
        toml::Value::Array(items) => {
            let items: Option<Vec<_>> = items.iter().map(written).collect();
            Some(items?.join(","))
        }
        _ => None,
    }
}
