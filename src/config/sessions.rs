//! Whether sessions belong to the server that began them.

use super::{error::ConfigError, settings::Settings};

/// Returns whether any server with the same secret key goes on with a session.
pub(super) fn are_portable(settings: &Settings) -> Result<bool, ConfigError> {
    let are_portable = settings.read("TOOLWRIGHT_SESSIONS", portable)?;
    if are_portable && settings.text("TOOLWRIGHT_SECRET_KEY").is_none() {
        return Err(ConfigError::Missing {
            name: "TOOLWRIGHT_SECRET_KEY".into(),
            expected: "`TOOLWRIGHT_SESSIONS=portable` needs a key that all servers have: `toolwright secrets generate` prints one".into(),
        });
    }
    Ok(are_portable)
}

fn portable(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "local" => Ok(false),
        "portable" => Ok(true),
        _ => Err("expected `local` or `portable`".into()),
    }
}
