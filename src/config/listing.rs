//! [`ListedSetting`]: a setting with its value and its place, for people.

use toolwright_base::Redactor;

use super::settings::{Settings, without_login};

/// The file that explains the settings.
const EXAMPLE: &str = include_str!("../../.env.example");

/// A setting with its value and its place. A secret value is masked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListedSetting {
    pub(crate) name: &'static str,
    pub(crate) value: Option<String>,
    /// `environment`, `default`, or the path of a file.
    pub(crate) place: String,
    pub(crate) description: String,
    pub(crate) is_secret: bool,
}

/// The settings, and the files that were read.
#[derive(Debug, Clone, Default)]
pub(crate) struct SettingsListing {
    pub(crate) settings: Vec<ListedSetting>,
    pub(crate) files: Vec<String>,
}

impl SettingsListing {
    pub(super) fn of(settings: &Settings) -> Self {
        let known = settings.known();
        let mut names: Vec<_> = known.variables().collect();
        names.sort_unstable();
        let listed = names.into_iter().map(|name| {
            let is_secret = known.is_secret(name);
            let place = settings.place_if(name, |_| true).map_or("default", place);
            let shown = |value: String| match is_secret {
                true => Redactor::MASK.to_owned(),
                false => without_login(&value),
            };
            ListedSetting {
                name,
                value: settings.text(name).map(shown),
                place: place.to_owned(),
                description: description(name),
                is_secret,
            }
        });
        let files = settings
            .layers()
            .iter()
            .filter(|layer| layer.place().is_file());
        Self {
            settings: listed.collect(),
            files: files
                .map(|layer| place(&layer.place().name).to_owned())
                .collect(),
        }
    }
}

fn place(name: &str) -> &str {
    match name {
        "the environment" => "environment",
        "the defaults" => "default",
        other => other.trim_matches('`'),
    }
}

/// Returns what the example says about a setting: the comment before it.
fn description(name: &str) -> String {
    let mut comment: Vec<&str> = Vec::new();
    for line in EXAMPLE.lines() {
        match line.strip_prefix('#') {
            Some(text) => comment.push(text.trim()),
            None if line.split('=').next() == Some(name) => return comment.join(" "),
            // Settings that stand together share a comment.
            None if line.contains('=') => {}
            None => comment.clear(),
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_listed_with_their_places_and_without_secrets() {
        let settings = Settings::of_values([
            ("POSTGRESQL_DB_PASS", "s3cret"),
            ("TOOLWRIGHT_SEARCH_URL", "https://me:s3cret@search.example"),
        ]);
        let listing = SettingsListing::of(&settings);
        assert!(!format!("{listing:?}").contains("s3cret"));
        let of = |name: &str| {
            listing
                .settings
                .iter()
                .find(|one| one.name == name)
                .unwrap()
        };
        let password = of("POSTGRESQL_DB_PASS");
        assert_eq!(password.value.as_deref(), Some("********"));
        assert_eq!(
            (password.place.as_str(), password.is_secret),
            ("the settings", true)
        );
        let port = of("POSTGRESQL_DB_PORT");
        assert_eq!(
            (port.value.as_deref(), port.place.as_str()),
            (Some("5432"), "default")
        );
    }

    #[test]
    fn every_setting_is_explained() {
        let listing = SettingsListing::of(&Settings::of_values([]));
        let silent: Vec<_> = listing
            .settings
            .iter()
            .filter(|one| one.description.is_empty())
            .map(|one| one.name)
            .collect();
        assert_eq!(silent, Vec::<&str>::new());
    }
}
