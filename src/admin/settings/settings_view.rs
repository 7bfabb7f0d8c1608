//! [`SettingsView`]: what is configured, as the composition root hands it in.

use schemars::JsonSchema;
use serde::Serialize;

/// The settings of the server.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub(crate) struct SettingsView {
    pub(crate) items: Vec<SettingView>,
    /// The files that were read.
    pub(crate) files: Vec<String>,
}

/// A setting.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct SettingView {
    pub(crate) name: String,
    /// The value, or asterisks in place of a secret. `null` if there is none.
    pub(crate) value: Option<String>,
    /// The place of the value: `environment`, a file, or `default`.
    pub(crate) place: String,
    pub(crate) description: String,
    pub(crate) is_secret: bool,
}
