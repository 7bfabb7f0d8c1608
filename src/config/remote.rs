//! [`RemoteSettings`]: the server elsewhere that commands work on.

use toolwright_http::ApiKey;

use super::{error::ConfigError, place::Owner, settings::Settings};

const URL: &str = "TOOLWRIGHT_URL";
const KEY: &str = "TOOLWRIGHT_API_KEY";

/// The server elsewhere that commands work on, if one is named.
#[derive(Debug, Clone)]
pub(crate) struct RemoteSettings {
    /// Its address.
    pub(crate) url: Option<String>,
    /// The key that is shown to it. A flag may name the address.
    pub(crate) key: Option<ApiKey>,
}

impl RemoteSettings {
    /// Reads the settings.
    ///
    /// # Errors
    /// If the key cannot be sent, or the address comes from the working folder: it may be a
    /// repository of strangers, who would receive what commands send.
    pub(super) fn read(settings: &Settings) -> Result<Self, ConfigError> {
        let layer = settings.layers().iter().find(|layer| layer.has(URL));
        if layer.is_some_and(|layer| layer.place().owner == Owner::WorkingFolder) {
            let expected = "expected it in the environment, in your own settings, or as `--url`";
            return Err(settings.refuse(URL, expected));
        }
        let key = settings.read_if(KEY, |text| {
            let wrong = || "expected a key of visible ASCII characters".to_owned();
            ApiKey::parse(text).ok_or_else(wrong)
        })?;
        Ok(Self {
            url: settings.text(URL),
            key,
        })
    }
}
