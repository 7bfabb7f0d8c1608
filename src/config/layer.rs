//! [`Layer`]: the settings that one place has.

use std::{collections::BTreeMap, fmt};

use ::config::{ConfigError, Map, Source, Value};

use super::{
    known::{Known, SEARCH_PATH},
    near_miss,
    place::Place,
};

/// The settings that one place has, for instance the environment or a file.
///
/// It is a [`Source`] of the crate `config`, which merges the layers. Each value carries its place,
/// so that messages can name it. The [`Debug`] form shows names alone, since values may be secrets.
#[derive(Clone)]
pub(super) struct Layer {
    place: Place,
    values: BTreeMap<String, String>,
    strangers: Vec<String>,
}

impl Layer {
    /// Creates the layer of variables that were found in `place`. Variables that are not settings
    /// are ignored: most variables of a process belong to other programs.
    pub(super) fn of_variables(
        place: Place,
        variables: BTreeMap<String, String>,
        known: Known,
    ) -> Self {
        let names = variables.keys();
        let is_stranger = |name: &&String| near_miss::is_near_miss(name, known);
        let strangers = names.filter(is_stranger).cloned().collect();
        let has_search_path = !place.is_file();
        let mut layer = Self::new(place, variables);
        layer
            .values
            .retain(|name, _| known.is_variable(name) || (has_search_path && name == SEARCH_PATH));
        Self { strangers, ..layer }
    }

    /// Creates a layer of these settings. An empty value counts as not set.
    ///
    /// So does a blank one, except that of a list that allows nothing when it names nothing.
    pub(super) fn new(place: Place, values: BTreeMap<String, String>) -> Self {
        let trimmed = values.into_iter().filter_map(|(name, value)| {
            let text = value.trim_ascii();
            let is_set = !text.is_empty() || (!value.is_empty() && Known::closes_when_blank(&name));
            is_set.then(|| (name, text.to_owned()))
        });
        Self {
            values: trimmed.collect(),
            place,
            strangers: Vec::new(),
        }
    }

    pub(super) const fn place(&self) -> &Place {
        &self.place
    }

    /// Returns whether the place has this setting.
    pub(super) fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// The names of the settings that the place has.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// Returns the value of a setting, if the place has one.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
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
            let value = Value::new(Some(&self.place.name), value.as_str());
            (name.clone(), value)
        });
        Ok(placed.collect())
    }
}

impl fmt::Debug for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layer")
            .field("place", &self.place.name)
            .field("names", &self.values.keys())
            .finish_non_exhaustive()
    }
}
