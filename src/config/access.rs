//! [`AccessSettings`]: who may call the server.

use std::path::{Path, PathBuf};

use super::{error::ConfigError, oauth::OAuthSettings, settings::Settings};

/// The settings of who may call the server.
#[derive(Debug, Clone)]
pub(crate) struct AccessSettings {
    /// The file of users and keys.
    pub(crate) file: PathBuf,
    /// Whether requests on loopback need credentials too.
    pub(crate) is_required: bool,
    /// The authorization server whose tokens are accepted, if there is one.
    pub(crate) oauth: Option<OAuthSettings>,
}

impl AccessSettings {
    /// Reads the settings. The file of users and keys is in `folder`, beside `tools.json`.
    pub(super) fn read(settings: &Settings, folder: &Path) -> Result<Self, ConfigError> {
        Ok(Self {
            file: folder.join("access.json"),
            is_required: settings.read("TOOLWRIGHT_AUTH", is_required)?,
            oauth: OAuthSettings::read(settings)?,
        })
    }
}

fn is_required(text: &str) -> Result<bool, String> {
    match text {
        "auto" => Ok(false),
        "required" => Ok(true),
        _ => Err("expected `auto` or `required`".to_owned()),
    }
}
