//! Which documents may be read.

use super::{error::ConfigError, settings::Settings};
use crate::{
    cli::setting,
    data::{documents::Folder, http::Reach},
};

const FOLDER: &str = "TOOLWRIGHT_FILES_DIR";

/// The folder whose files may be read; none where none is set.
pub(super) fn folder(settings: &Settings) -> Result<Option<Folder>, ConfigError> {
    let Some(path) = settings.text(FOLDER) else {
        return Ok(None);
    };
    let opened = Folder::open(path.as_ref());
    opened
        .map(Some)
        .map_err(|error| settings.refuse(FOLDER, format!("a folder is wanted ({error})")))
}

/// How far into the network URLs may lead.
pub(super) fn reach(settings: &Settings) -> Result<Reach, ConfigError> {
    let anywhere = settings.read("TOOLWRIGHT_ALLOW_PRIVATE_URLS", setting::switch)?;
    Ok(if anywhere {
        Reach::ANYWHERE
    } else {
        Reach::PUBLIC
    })
}
