//! [`Layer`]: the settings that one place has.

use std::{collections::BTreeMap, fmt};

use ::config::{ConfigError, Map, Source, Value};

use super::known::{Known, SEARCH_PATH};

/// The settings that one place has, for instance the environment or a file.
///
/// It is a [`Source`] of the crate `config`, which merges the layers. Each value carries its place,
/// so that messages can name it. The [`Debug`] form shows names alone, since values may be secrets.
#[derive(Clone)]
pub(super) struct Layer {
    place: String,
    is_file: bool,
    values: BTreeMap<String, String>,
    strangers: Vec<String>,
}

impl Layer {
    /// Creates the layer of variables that were found in `place`. Variables that are not settings
    /// are ignored: most variables of a process belong to other programs.
    pub(super) fn of_variables(
        place: impl Into<String>,
        variables: BTreeMap<String, String>,
        known: Known,
    ) -> Self {
        let names = variables.keys();
        let is_stranger =
            |name: &&String| name.starts_with("TOOLWRIGHT_") && !known.is_variable(name);
        let strangers = names.filter(is_stranger).cloned().collect();
        let mut layer = Self::new(place, variables);
        let is_ours = |name: &str| known.is_variable(name) || name == SEARCH_PATH;
        layer.values.retain(|name, _| is_ours(name));
        Self { strangers, ..layer }
    }

    /// Creates a layer of these settings. An empty value counts as not set.
    pub(super) fn new(place: impl Into<String>, values: BTreeMap<String, String>) -> Self {
        let trimmed = values
            .into_iter()
            .map(|(name, value)| (name, value.trim().to_owned()))
            .filter(|(_, value)| !value.is_empty());
        Self {
            place: place.into(),
            is_file: false,
            values: trimmed.collect(),
            strangers: Vec::new(),
        }
    }

    /// Marks the layer as the content of a file.
    pub(super) fn in_file(self) -> Self {
        let is_file = true;
        Self { is_file, ..self }
    }

    /// The place as messages name it: "the environment", or a file in backticks.
    pub(super) fn place(&self) -> &str {
        &self.place
    }

    /// Whether a file has these settings.
    pub(super) const fn is_file(&self) -> bool {
        self.is_file
    }

    /// The names of the settings that the place has.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// The names that look like ours and are not settings.
    pub(super) fn strangers(&self) -> &[String] {
        &self.strangers
    }
}

impl Source for Layer {
    fn clone_into_box(&self) -> Box<dyn Source + Send + Sync> {
        Box::new(self.clone())
    }

    fn collect(&self) -> Result<Map<String, Value>, ConfigError> {
        let values = self.values.iter();
        let placed = values.map(|(name, value)| {
            let value = Value::new(Some(&self.place), value.as_str());
            (name.clone(), value)
        });
        Ok(placed.collect())
    }
}

impl fmt::Debug for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layer")
            .field("place", &self.place)
            .field("names", &self.values.keys())
            .finish_non_exhaustive()
    }
}
