//! [`Settings`]: the values of all settings, from every place that can have one.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fmt, fs,
    io::ErrorKind,
    path::Path,
};

use ::config::{Config as Merged, Value, ValueKind};

use super::{
    env_file,
    error::ConfigError,
    known::{Known, VARIABLES},
    layer::Layer,
    toml_file,
};
use crate::core::{Redactor, Secret};

/// The variable that names another file than `toolwright.toml`.
const FILE_VARIABLE: &str = "TOOLWRIGHT_CONFIG";
const FILE: &str = "toolwright.toml";
const ENV_FILE: &str = ".env";

/// The values of all settings, from every place that can have one.
///
/// The crate `config` merges the places. Reading a value and explaining what is wrong with it are
/// ours: the errors of the crate quote values, and a value may be a secret.
#[derive(Clone)]
pub(crate) struct Settings {
    known: Known,
    /// The places, by falling precedence.
    layers: Vec<Layer>,
    merged: Merged,
}

/// A value and the place where it was found.
#[derive(Clone, Copy)]
struct Found<'a> {
    value: &'a str,
    place: &'a str,
}

impl Settings {
    /// Reads the settings of this process: its environment, and the files in its working folder.
    pub(crate) fn of_process() -> Result<Self, ConfigError> {
        let environment = env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        Self::load(Path::new(""), environment, Known::SERVER)
    }

    /// Reads the settings of an environment and of the files in `folder`.
    pub(super) fn load(
        folder: &Path,
        environment: BTreeMap<String, String>,
        known: Known,
    ) -> Result<Self, ConfigError> {
        let mut layers = vec![Layer::of_variables("the environment", environment, known)];
        let env_file = folder.join(ENV_FILE);
        if let Some(text) = contents(&env_file, false)? {
            let values = env_file::parse(&text).map_err(|why| syntax(&env_file, why))?;
            let layer = Layer::of_variables(quoted(&env_file), values, known);
            layers.push(layer.in_file());
        }
        let so_far = Self::merge(layers, known);
        let named = so_far.text(FILE_VARIABLE);
        let file = folder.join(named.as_deref().unwrap_or(FILE));
        let mut layers = so_far.layers;
        if let Some(text) = contents(&file, named.is_some())? {
            let values = toml_file::parse(&text, known).map_err(|why| syntax(&file, why))?;
            layers.push(Layer::new(quoted(&file), values).in_file());
        }
        Ok(Self::merge(layers, known))
    }

    /// Creates settings of these variables alone.
    pub(crate) fn of_values<'a>(values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let values = values.into_iter().map(owned).collect();
        let layer = Layer::of_variables("the settings", values, Known::SERVER);
        Self::merge(vec![layer], Known::SERVER)
    }

    fn merge(layers: Vec<Layer>, known: Known) -> Self {
        let all = std::iter::once(defaults(&layers, known)).chain(layers.iter().rev().cloned());
        Self {
            known,
            merged: merge(all),
            layers,
        }
    }

    /// The places, by falling precedence.
    pub(super) fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the value of a setting, if it has one.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.find(name).map(|found| found.value.to_owned())
    }

    /// Returns the place of the value of a setting, if it has one that is not `default`.
    pub(super) fn place_unless(&self, name: &str, default: &str) -> Option<&str> {
        let found = self.find(name)?;
        (found.value != default).then_some(found.place)
    }

    /// Returns the names of the entries of a table: `reporting` for `[databases.reporting]`.
    #[cfg_attr(not(test), expect(dead_code, reason = "no setting is a table yet"))]
    pub(crate) fn entries(&self, table: &str) -> Vec<String> {
        match self.value(table).map(|value| &value.kind) {
            Some(ValueKind::Table(entries)) => {
                let names: BTreeSet<_> = entries.keys().cloned().collect();
                names.into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the values that must never be shown.
    pub(crate) fn secrets(&self) -> Vec<Secret> {
        let names: BTreeSet<&str> = self.layers.iter().flat_map(Layer::names).collect();
        names
            .into_iter()
            .filter(|name| self.known.is_secret(name))
            .filter_map(|name| self.text(name))
            .map(Secret::new)
            .collect()
    }

    /// Returns the values that files have. They are the defaults of the flags of commands, which
    /// win over them; so do the variables of the flags, which the command line reads by itself.
    pub(crate) fn of_files(&self) -> BTreeMap<String, String> {
        let files = self.layers.iter().rev().filter(|layer| layer.is_file());
        let ValueKind::Table(values) = merge(files.cloned()).cache.kind else {
            return BTreeMap::new();
        };
        let text = |(name, value): (String, Value)| match value.kind {
            ValueKind::String(text) => Some((name, text)),
            _ => None,
        };
        values.into_iter().filter_map(text).collect()
    }

    /// Parses the value of a setting that has a default.
    pub(crate) fn read<T>(
        &self,
        name: &str,
        parse: fn(&str) -> Result<T, String>,
    ) -> Result<T, ConfigError> {
        let value = self.find(name).map_or("", |found| found.value);
        parse(value).map_err(|expected| self.refuse(name, expected))
    }

    /// Parses the value of a setting, if it has one.
    pub(crate) fn read_if<T>(
        &self,
        name: &str,
        parse: fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, ConfigError> {
        let parsed = self.find(name).map(|found| parse(found.value));
        parsed
            .transpose()
            .map_err(|expected| self.refuse(name, expected))
    }

    /// Returns the error for a setting whose value cannot be used; `expected` says which can.
    pub(crate) fn refuse(&self, name: &str, expected: impl Into<String>) -> ConfigError {
        let (name, expected) = (name.to_owned(), expected.into());
        let Some(Found { value, place }) = self.find(&name) else {
            return ConfigError::Missing { name, expected };
        };
        let got = if self.known.is_secret(&name) {
            Redactor::MASK.to_owned()
        } else {
            without_login(value)
        };
        ConfigError::Value {
            name,
            got,
            place: place.to_owned(),
            expected,
        }
    }

    fn find(&self, name: &str) -> Option<Found<'_>> {
        let value = self.value(name)?;
        match &value.kind {
            ValueKind::String(text) => Some(Found {
                value: text,
                place: value.origin()?,
            }),
            _ => None,
        }
    }

    fn value(&self, path: &str) -> Option<&Value> {
        path.split('.')
            .try_fold(&self.merged.cache, |value, name| match &value.kind {
                ValueKind::Table(table) => table.get(name),
                _ => None,
            })
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.layers).finish()
    }
}

/// Merges layers, by rising precedence.
fn merge(layers: impl Iterator<Item = Layer>) -> Merged {
    let sources = layers.fold(Merged::builder(), |sources, layer| {
        sources.add_source(layer)
    });
    let merged = sources.build();
    merged.expect("layers hold their values, so that none can fail to be read")
}

/// Returns the layer of defaults, also of the fields of the tables that `layers` have.
fn defaults(layers: &[Layer], known: Known) -> Layer {
    let names = layers.iter().flat_map(Layer::names);
    let tables: BTreeSet<&str> = names
        .filter_map(|name| name.rsplit_once('.').map(|(table, _)| table))
        .collect();
    let fields = tables
        .into_iter()
        .flat_map(|table| known.fields_of(table))
        .map(|(name, default)| (name, default.to_owned()));
    let variables = VARIABLES.iter();
    let variables = variables.map(|(name, default)| ((*name).to_owned(), (*default).to_owned()));
    Layer::new("the defaults", variables.chain(fields).collect())
}

/// Returns the contents of a file, or `None` if there is no file and it need not exist.
fn contents(file: &Path, must_exist: bool) -> Result<Option<String>, ConfigError> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound && !must_exist => Ok(None),
        Err(source) => Err(ConfigError::File {
            file: file.to_owned(),
            source,
        }),
    }
}

fn syntax(file: &Path, problem: String) -> ConfigError {
    ConfigError::Syntax {
        file: file.to_owned(),
        problem,
    }
}

fn quoted(file: &Path) -> String {
    format!("`{}`", file.display())
}

/// Masks the login in an address. The value may be malformed, so everything that could be a
/// password is hidden.
fn without_login(value: &str) -> String {
    let Some((login, rest)) = value.rsplit_once('@') else {
        return value.to_owned();
    };
    let scheme = login.split_inclusive("://").next();
    let scheme = scheme.filter(|scheme| scheme.ends_with("://"));
    format!("{}{}@{rest}", scheme.unwrap_or_default(), Redactor::MASK)
}
