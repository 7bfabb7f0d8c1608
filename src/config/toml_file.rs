//! Parses `toolwright.toml`: settings, and tables of named entries such as `[databases.reporting]`.

use std::{collections::BTreeMap, ops::Range};

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::known::Known;

/// Parses the settings of a TOML file, or says what is wrong with it.
///
/// The message names the line and the key, and never quotes a value, since that may be a secret.
pub(super) fn parse(text: &str, known: Known) -> Result<BTreeMap<String, String>, String> {
    let table = DeTable::parse(text).map_err(|error| {
        let line = line_of(text, &error.span().unwrap_or_default());
        format!("line {line}: {}", error.message())
    })?;
    let mut file = TomlFile {
        text,
        known,
        values: BTreeMap::new(),
    };
    for (key, value) in table.get_ref() {
        match known.variable_of(key.get_ref()) {
            Some(variable) => file.add_value(key, variable, value)?,
            None => file.add(key, key.get_ref(), value)?,
        }
    }
    Ok(file.values)
}

/// A file that is being read, and the settings that it has so far.
struct TomlFile<'a> {
    text: &'a str,
    known: Known,
    values: BTreeMap<String, String>,
}

impl TomlFile<'_> {
    /// Adds what stands at `path`: a field, or a table of fields.
    fn add(
        &mut self,
        key: &Key<'_>,
        path: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), String> {
        if !is_name(key.get_ref()) {
            let why = "is not a setting: names consist of letters, digits, `_` and `-`";
            return Err(self.refuse(key, format_args!("`{path}` {why}")));
        }
        if self.known.is_field(path) {
            return self.add_value(key, path, value);
        }
        if !self.known.is_table(path) {
            return Err(self.refuse(key, format_args!("`{path}` is not a setting")));
        }
        let table = value.get_ref().as_table();
        let table =
            table.ok_or_else(|| self.refuse(key, format_args!("`{path}`: expected a table")))?;
        for (key, value) in table {
            self.add(key, &format!("{path}.{}", key.get_ref()), value)?;
        }
        Ok(())
    }

    /// Adds the value of a setting.
    fn add_value(
        &mut self,
        key: &Key<'_>,
        name: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), String> {
        let text = written(value.get_ref()).ok_or_else(|| {
            let expected = "expected text, a number, a boolean, or a list of these";
            self.refuse(key, format_args!("`{}`: {expected}", key.get_ref()))
        })?;
        self.values.insert(name.to_owned(), text);
        Ok(())
    }

    fn refuse(&self, key: &Key<'_>, problem: std::fmt::Arguments<'_>) -> String {
        format!("line {}: {problem}", line_of(self.text, &key.span()))
    }
}

type Key<'a> = Spanned<std::borrow::Cow<'a, str>>;

/// Returns whether `key` can be the name of an entry: the crate `config` splits paths at dots.
fn is_name(key: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    !key.is_empty() && key.bytes().all(is_letter)
}

/// Returns the number of the line in which `span` begins.
fn line_of(text: &str, span: &Range<usize>) -> usize {
    let before = text.get(..span.start).unwrap_or_default();
    before.matches('\n').count() + 1
}

/// Returns a value as a variable would have it.
fn written(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.clone().into_owned()),
        DeValue::Integer(number) => {
            let number = i64::from_str_radix(number.as_str(), number.radix());
            number.ok().map(|number| number.to_string())
        }
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(switch) => Some(switch.to_string()),
        DeValue::Array(items) => {
            let items: Option<Vec<_>> = items.iter().map(|item| written(item.get_ref())).collect();
            // A list without items is blank, not empty: it says that there is none.
            let items = items?;
            Some(if items.is_empty() {
                " ".to_owned()
            } else {
                items.join(",")
            })
        }
        DeValue::Datetime(_) | DeValue::Table(_) => None,
    }
}
