//! [`Settings`]: the values of all settings, from every place that can have one.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    ffi::OsString,
    fmt,
    path::{self, PathBuf},
};

use ::config::{Config as Merged, Value, ValueKind};
use toolwright::cli::HostVariable;
use toolwright_base::{Redactor, Secret};
use toolwright_engines::supervise::handover;

use super::{
    destinations,
    error::ConfigError,
    known::{FILE_VARIABLE, Known, VARIABLES},
    layer::Layer,
    place::{Owner, Place},
    sources::Sources,
};

pub(crate) const ENVIRONMENT: &str = "the environment";

/// The values of all settings, from every place that can have one.
///
/// The crate `config` merges the places. Reading a value and explaining what is wrong with it are
/// ours: the errors of the crate quote values, and a value may be a secret.
#[derive(Clone)]
pub(crate) struct Settings {
    known: Known,
    /// The places, by falling precedence.
    layers: Vec<Layer>,
    /// The files of the working folder that exist and were not read.
    unread: Vec<PathBuf>,
    merged: Merged,
}

/// A value and the place where it was found.
#[derive(Clone, Copy)]
struct FoundSetting<'a> {
    value: &'a str,
    place: &'a str,
}

impl Settings {
    /// Reads the settings of this process: its environment, and the files that its command line
    /// `words` may read.
    pub(crate) fn of_process(words: &[OsString]) -> Result<Self, ConfigError> {
        let mut environment = texts(env::vars_os(), Known::SERVER)?;
        environment.extend(handover::received().clone());
        Self::load(&Sources::of_process(words), environment, Known::SERVER)
    }

    /// Reads the settings of an environment and of the files in `sources`.
    pub(super) fn load(
        sources: &Sources,
        environment: BTreeMap<String, String>,
        known: Known,
    ) -> Result<Self, ConfigError> {
        let place = Place::of_process(ENVIRONMENT);
        let environment = Layer::of_variables(place, environment, known);
        let named = environment.get(FILE_VARIABLE).map(str::to_owned);
        let mut layers = vec![environment];
        for file in sources.files(named.as_deref()) {
            layers.extend(file.read(known)?);
        }
        destinations::check(&layers, known)?;
        Ok(Self {
            unread: sources.unread(named.as_deref()),
            ..Self::merge(layers, known)
        })
    }

    /// Creates settings of these variables alone.
    pub(crate) fn of_values<'a>(values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let values = values.into_iter().map(owned).collect();
        let layer = Layer::of_variables(Place::of_process("the settings"), values, Known::SERVER);
        Self::merge(vec![layer], Known::SERVER)
    }

    fn merge(layers: Vec<Layer>, known: Known) -> Self {
        let all = std::iter::once(defaults(&layers, known)).chain(layers.iter().rev().cloned());
        Self {
            known,
            merged: merge(all),
            layers,
            unread: Vec::new(),
        }
    }

    /// The places, by falling precedence.
    pub(super) fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The settings that exist.
    pub(super) const fn known(&self) -> Known {
        self.known
    }

    /// The files of the working folder that exist and were not read.
    pub(super) fn unread(&self) -> &[PathBuf] {
        &self.unread
    }

    /// Returns the value of a setting, if it has one.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.find(name).map(|found| found.value.to_owned())
    }

    /// Returns the place of the value of a setting, if `is_meant` holds for the value.
    pub(super) fn place_if(&self, name: &str, is_meant: impl Fn(&str) -> bool) -> Option<&str> {
        let found = self.find(name)?;
        is_meant(found.value).then_some(found.place)
    }

    /// Returns the names of the entries of a table: `reporting` for `[databases.reporting]`.
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

    /// Returns the names of the secrets that the environment of this process has.
    pub(crate) fn secrets_in_environment(&self) -> Vec<String> {
        let variables = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        variables
            .filter(|name| self.known.is_secret(name))
            .collect()
    }

    /// Returns the values that files have. They are the defaults of the flags of commands, which
    /// win over them; so do the variables of the flags, which the command line reads by itself.
    pub(crate) fn of_files(&self) -> BTreeMap<String, String> {
        let files = self.layers.iter().rev();
        let files = files.filter(|layer| layer.place().is_file());
        let ValueKind::Table(values) = merge(files.cloned()).cache.kind else {
            return BTreeMap::new();
        };
        let text = |(name, value): (String, Value)| match value.kind {
            ValueKind::String(text) => Some((name, text)),
            _ => None,
        };
        values.into_iter().filter_map(text).collect()
    }

    /// Returns the variables that a host must pass to the server, because the server does not find
    /// them by itself there: the settings of the working folder, and the name of the file that
    /// `TOOLWRIGHT_CONFIG` names. Paths are absolute.
    pub(crate) fn for_hosts(&self) -> Vec<HostVariable> {
        let place_of = |name: &&str| self.layers.iter().find(|layer| layer.has(name));
        let is_lost = |name: &&str| {
            let owner = place_of(name).map(|layer| layer.place().owner);
            // A field of a table has no variable.
            owner == Some(Owner::WorkingFolder)
                && Known::is_for_hosts(name)
                && self.known.is_variable(name)
        };
        let names: BTreeSet<&str> = self.layers.iter().flat_map(Layer::names).collect();
        let names = names.into_iter().filter(is_lost);
        let named = self.layers.first().filter(|layer| layer.has(FILE_VARIABLE));
        let names = named.map(|_| FILE_VARIABLE).into_iter().chain(names);
        let variable = |name: &str| {
            let value = self.text(name)?;
            let is_path = name == FILE_VARIABLE || Known::is_path(name);
            Some(HostVariable {
                value: Secret::new(if is_path { absolute(value) } else { value }),
                is_secret: self.known.is_secret(name),
                name: name.to_owned(),
            })
        };
        names.filter_map(variable).collect()
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
        let Some(FoundSetting { value, place }) = self.find(&name) else {
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

    fn find(&self, name: &str) -> Option<FoundSetting<'_>> {
        let value = self.value(name)?;
        match &value.kind {
            ValueKind::String(text) => Some(FoundSetting {
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
    let place = Place::of_process("the defaults");
    Layer::new(place, variables.chain(fields).collect())
}

/// Returns the variables of an environment as text. Only ours must be: a setting that cannot be
/// read must not count as not set.
fn texts(
    variables: impl Iterator<Item = (OsString, OsString)>,
    known: Known,
) -> Result<BTreeMap<String, String>, ConfigError> {
    let text = |(name, value): (OsString, OsString)| {
        let name = name.to_string_lossy().into_owned();
        match value.into_string() {
            Ok(value) => Ok((name, value)),
            Err(_) if known.is_variable(&name) => Err(ConfigError::NotText {
                name,
                place: ENVIRONMENT.to_owned(),
            }),
            Err(value) => Ok((name, value.to_string_lossy().into_owned())),
        }
    };
    variables.map(text).collect()
}

fn absolute(path: String) -> String {
    match path::absolute(&path) {
        Ok(absolute) => absolute.to_string_lossy().into_owned(),
        Err(_) => path,
    }
}

/// Masks the login in an address. The value may be malformed, so everything that could be a
/// password is hidden.
pub(super) fn without_login(value: &str) -> String {
    let Some((login, rest)) = value.rsplit_once('@') else {
        return value.to_owned();
    };
    let scheme = login.split_inclusive("://").next();
    let scheme = scheme.filter(|scheme| scheme.ends_with("://"));
    format!("{}{}@{rest}", scheme.unwrap_or_default(), Redactor::MASK)
}
