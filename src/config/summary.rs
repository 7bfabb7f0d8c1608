//! [`SettingsSummary`]: the places of the settings, and warnings about settings without effect.

use std::path::Path;

use super::{
    known::{FILE_VARIABLE, Known, default_of},
    layer::Layer,
    listing::SettingsListing,
    near_miss,
    place::Owner,
    settings::Settings,
};

/// Variables that have an effect only if another one is set.
const DEPENDENT: &[(&str, &[&str])] = &[
    (
        "CHROMADB_HOST",
        &[
            "CHROMADB_PORT",
            "CHROMADB_SSL",
            "CHROMADB_TENANT",
            "CHROMADB_DATABASE",
            "CHROMADB_TOKEN",
            "CHROMADB_TOKEN_HEADER",
        ],
    ),
    (
        "POSTGRESQL_DB_HOST",
        &["POSTGRESQL_DB_PORT", "POSTGRESQL_DB_SSLMODE"],
    ),
    (
        "TEXT_EMBEDDING_MODEL_URL",
        &["TEXT_EMBEDDING_MODEL_NAME", "TEXT_EMBEDDING_API_KEY"],
    ),
    (
        "TOOLWRIGHT_OAUTH_ISSUER",
        &[
            "TOOLWRIGHT_OAUTH_AUDIENCE",
            "TOOLWRIGHT_OAUTH_RESOURCE",
            "TOOLWRIGHT_OAUTH_ROLE_CLAIM",
            "TOOLWRIGHT_OAUTH_SCOPES",
            "TOOLWRIGHT_OAUTH_USER_CLAIM",
        ],
    ),
    ("TOOLWRIGHT_SEARCH_URL", &["TOOLWRIGHT_SEARCH_KEY"]),
];

/// The places of the settings, and warnings about settings without effect.
#[derive(Debug, Clone)]
pub(crate) struct SettingsSummary {
    /// The places, by falling precedence.
    pub(crate) places: Vec<String>,
    /// Those of the places that are files of the working folder, which no host reads.
    pub(crate) unread_by_hosts: Vec<String>,
    /// Settings that are valid, but have no effect, and files that were not read.
    pub(crate) warnings: Vec<String>,
    /// All settings, for people.
    pub(crate) listing: SettingsListing,
}

impl SettingsSummary {
    pub(super) fn of(settings: &Settings) -> Self {
        let layers = settings.layers();
        let unused = DEPENDENT
            .iter()
            .filter(|(needed, _)| settings.text(needed).is_none())
            .flat_map(|(needed, names)| unused(settings, names, needed));
        let files = settings.unread().iter().map(|file| unread(file));
        let strange = layers
            .iter()
            .flat_map(|layer| strangers(layer, settings.known()));
        let name = |layer: &Layer| layer.place().name.clone();
        let is_strange = |layer: &&Layer| layer.place().owner == Owner::WorkingFolder;
        Self {
            places: layers.iter().map(name).collect(),
            unread_by_hosts: layers.iter().filter(is_strange).map(name).collect(),
            warnings: files
                .chain(strange)
                .chain(layers.iter().filter_map(misplaced))
                .chain(closed(settings))
                .chain(unused)
                .collect(),
            listing: SettingsListing::of(settings),
        }
    }
}

fn unread(file: &Path) -> String {
    format!(
        "`{}` was not read: files of the working folder are read in a terminal only, and never by `stdio`; \
         name it in `{FILE_VARIABLE}` to use it",
        file.display()
    )
}

/// Warns of variables that look like settings and are none.
fn strangers(layer: &Layer, known: Known) -> impl Iterator<Item = String> {
    let names = layer.strangers().iter();
    names.map(move |name| {
        let suggestion = near_miss::suggestion(name, known);
        format!(
            "`{name}` in {} is not a setting{suggestion}",
            layer.place().name
        )
    })
}

/// Warns of a file that names another one: the file would decide what else is trusted.
fn misplaced(layer: &Layer) -> Option<String> {
    let is_misplaced = layer.place().is_file() && layer.has(FILE_VARIABLE);
    is_misplaced.then(|| {
        format!(
            "`{FILE_VARIABLE}` in {} has no effect: only the environment can name a file",
            layer.place().name
        )
    })
}

/// Warns of a list of allowed tools that allows none.
fn closed(settings: &Settings) -> Option<String> {
    let list = "TOOL_WHITELIST";
    let place = settings.place_if(list, str::is_empty)?;
    Some(format!("`{list}` in {place} is blank: no tool may run"))
}

/// Warns of those of `names` that are set to something else than their default.
fn unused(settings: &Settings, names: &[&str], needed: &str) -> impl Iterator<Item = String> {
    names.iter().filter_map(move |name| {
        let place = settings.place_if(name, |value| value != default_of(name))?;
        Some(format!(
            "`{name}` in {place} has no effect: `{needed}` is not set"
        ))
    })
}
