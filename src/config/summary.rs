//! [`SettingsSummary`]: the places of the settings, and warnings about settings without effect.

use super::{known::default_of, layer::Layer, settings::Settings};

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
    ("TOOLWRIGHT_SEARCH_URL", &["TOOLWRIGHT_SEARCH_KEY"]),
];

/// The places of the settings, and warnings about settings without effect.
#[derive(Debug, Clone)]
pub(crate) struct SettingsSummary {
    /// The places, by falling precedence.
    #[cfg_attr(
        not(feature = "data"),
        expect(dead_code, reason = "only the doctor shows them")
    )]
    pub(crate) places: Vec<String>,
    /// Settings that are valid, but have no effect.
    pub(crate) warnings: Vec<String>,
}

impl SettingsSummary {
    pub(super) fn of(settings: &Settings) -> Self {
        let layers = settings.layers();
        let unused = DEPENDENT
            .iter()
            .filter(|(needed, _)| settings.text(needed).is_none())
            .flat_map(|(needed, names)| unused(settings, names, needed));
        Self {
            places: layers
                .iter()
                .map(|layer| layer.place().to_owned())
                .collect(),
            warnings: layers.iter().flat_map(strangers).chain(unused).collect(),
        }
    }
}

/// Warns of variables that look like settings and are none.
fn strangers(layer: &Layer) -> impl Iterator<Item = String> {
    let names = layer.strangers().iter();
    names.map(|name| format!("`{name}` in {} is not a setting", layer.place()))
}

/// Warns of those of `names` that are set to something else than their default.
fn unused(settings: &Settings, names: &[&str], needed: &str) -> impl Iterator<Item = String> {
    names.iter().filter_map(move |name| {
        let place = settings.place_unless(name, default_of(name))?;
        Some(format!(
            "`{name}` in {place} has no effect: `{needed}` is not set"
        ))
    })
}
