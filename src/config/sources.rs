//! [`Sources`]: where the settings were found, and what is strange about them.

use super::{Settings, variables};

/// Variables that are of use only where another one is set.
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

/// Where the settings were found, and what is strange about them.
#[derive(Debug, Clone)]
pub(crate) struct Sources {
    /// The places, the one that wins first.
    #[cfg_attr(
        not(feature = "data"),
        expect(dead_code, reason = "only the doctor tells them")
    )]
    pub(crate) places: Vec<String>,
    /// What is no error, and yet not what somebody meant.
    pub(crate) remarks: Vec<String>,
}

impl Sources {
    pub(super) fn of(settings: &Settings) -> Self {
        let unused = DEPENDENT
            .iter()
            .filter(|(needed, _)| settings.text(needed).is_none())
            .flat_map(|(needed, names)| unused(settings, names, needed));
        Self {
            places: settings
                .places()
                .map(|(place, _)| place.to_owned())
                .collect(),
            remarks: strangers(settings).chain(unused).collect(),
        }
    }
}

/// Most variables of a process or of a shared file are not ours, but those that look like ours should be.
fn strangers(settings: &Settings) -> impl Iterator<Item = String> {
    let names = settings
        .places()
        .flat_map(|(place, values)| values.keys().map(move |name| (place, name)));
    names
        .filter(|(_, name)| name.starts_with("TOOLWRIGHT_") && !variables::is_known(name))
        .map(|(place, name)| format!("`{name}` in {place} is not a setting"))
}

/// Those of `names` that somebody has set to something else than their default.
fn unused(settings: &Settings, names: &[&str], needed: &str) -> impl Iterator<Item = String> {
    names.iter().filter_map(move |name| {
        let (value, place) = settings.find(name)?;
        (value != variables::default_of(name))
            .then(|| format!("`{name}` in {place} has no effect: `{needed}` is not set"))
    })
}
