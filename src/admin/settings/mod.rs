//! `settings`: what is configured, and where.

pub(super) mod read;
mod settings_view;

pub(crate) use self::settings_view::{SettingView, SettingsView};
