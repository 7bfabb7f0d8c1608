//! [`Settings`]: where the values of variables come from.

use std::{collections::BTreeMap, env, path::Path};

use super::{
    error::ConfigError,
    files::{contents, env_values, toml_values},
    variables,
};
use crate::core::Redactor;

/// The variable that names another file than `toolwright.toml`.
const FILE_VARIABLE: &str = "TOOLWRIGHT_CONFIG";
const FILE: &str = "toolwright.toml";
const ENV_FILE: &str = ".env";

/// Values of variables, from the places where they are looked for, the one that wins first.
#[derive(Debug, Default, Clone)]
pub(crate) struct Settings {
    places: Vec<Place>,
}

#[derive(Debug, Clone)]
struct Place {
    /// How messages call it.
    name: String,
    values: BTreeMap<String, String>,
}

impl Settings {
    /// Those of this process: its environment, and the files in its folder.
    pub(crate) fn here() -> Result<Self, ConfigError> {
        let environment = env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        Self::within(Path::new(""), environment)
    }

    /// Those of an environment, and of the files in `folder`.
    pub(super) fn within(
        folder: &Path,
        environment: BTreeMap<String, String>,
    ) -> Result<Self, ConfigError> {
        let mut settings = Self::default();
        settings.add("the environment", environment);
        settings.add_env_file(&folder.join(ENV_FILE))?;
        let named = settings.text(FILE_VARIABLE);
        let file = folder.join(named.as_deref().unwrap_or(FILE));
        settings.add_file(&file, named.is_some())?;
        Ok(settings)
    }

    /// These values, and no others.
    pub(crate) fn of<'a>(values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let values = values
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let mut settings = Self::default();
        settings.add("the settings", values.collect());
        settings
    }

    fn add(&mut self, name: impl Into<String>, values: BTreeMap<String, String>) {
        let name = name.into();
        self.places.push(Place { name, values });
    }

    fn add_env_file(&mut self, file: &Path) -> Result<(), ConfigError> {
        if let Some(text) = contents(file, false)? {
            let values = env_values(&text).map_err(wrong(file))?;
            self.add(format!("`{}`", file.display()), values);
        }
        Ok(())
    }

    fn add_file(&mut self, file: &Path, must_exist: bool) -> Result<(), ConfigError> {
        if let Some(text) = contents(file, must_exist)? {
            let values = toml_values(&text).map_err(wrong(file))?;
            self.add(format!("`{}`", file.display()), values);
        }
        Ok(())
    }

    /// The value of a variable and where it was found. What is empty counts as not set.
    pub(super) fn find(&self, name: &str) -> Option<(&str, &str)> {
        self.places.iter().find_map(|place| {
            let value = place.values.get(name).map(|value| value.trim())?;
            (!value.is_empty()).then_some((value, place.name.as_str()))
        })
    }

    /// The places and what is set there, the one that wins first.
    pub(super) fn places(&self) -> impl Iterator<Item = (&str, &BTreeMap<String, String>)> {
        let places = self.places.iter();
        places.map(|place| (place.name.as_str(), &place.values))
    }

    /// The value of a variable that is set.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.find(name).map(|(value, _)| value.to_owned())
    }

    /// The values that files have for variables which the environment lacks: for the flags of commands.
    pub(crate) fn of_files(&self) -> BTreeMap<String, String> {
        let mut values = BTreeMap::new();
        for place in self.places.iter().skip(1).rev() {
            let set = place.values.iter().filter(|(_, value)| !value.is_empty());
            values.extend(set.map(|(name, value)| (name.clone(), value.clone())));
        }
        values
    }

    /// The value of a variable as `parse` reads it, else its default.
    pub(crate) fn read<T>(
        &self,
        name: &str,
        parse: fn(&str) -> Result<T, String>,
    ) -> Result<T, ConfigError> {
        let default = variables::default_of(name);
        let (value, place) = self.find(name).unwrap_or((default, "the defaults"));
        parse(value).map_err(|wanted| refused(name, value, place, wanted))
    }

    /// The value of a variable that has no default, as `parse` reads it.
    pub(crate) fn read_if<T>(
        &self,
        name: &str,
        parse: fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, ConfigError> {
        self.find(name)
            .map(|(value, place)| {
                parse(value).map_err(|wanted| refused(name, value, place, wanted))
            })
            .transpose()
    }

    /// That the value of a variable cannot be used: `wanted` says what can.
    pub(crate) fn refuse(&self, name: &str, wanted: impl Into<String>) -> ConfigError {
        let (value, place) = self.find(name).unwrap_or(("", "the settings"));
        refused(name, value, place, wanted.into())
    }
}

fn refused(name: &str, value: &str, place: &str, wanted: String) -> ConfigError {
    let got = if variables::is_secret(name) && !value.is_empty() {
        Redactor::MASK.to_owned()
    } else {
        without_login(value)
    };
    ConfigError::Value {
        name: name.to_owned(),
        got,
        place: place.to_owned(),
        wanted,
    }
}

fn wrong(file: &Path) -> impl Fn(String) -> ConfigError {
    move |problem| ConfigError::Syntax {
        file: file.to_owned(),
        problem,
    }
}

/// An address as it is shown. It need not be one, so everything is hidden that could be a password.
fn without_login(value: &str) -> String {
    let Some((login, rest)) = value.rsplit_once('@') else {
        return value.to_owned();
    };
    let scheme = login.split_inclusive("://").next();
    let scheme = scheme.filter(|scheme| scheme.ends_with("://"));
    format!("{}{}@{rest}", scheme.unwrap_or_default(), Redactor::MASK)
}
