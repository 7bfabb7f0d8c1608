//! Which documents `doc_parser` may read.

use toolwright::cli::setting;
use toolwright_engines::documents::Folder;
use toolwright_http::AddressPolicy;

use super::{error::ConfigError, settings::Settings};

const FOLDER: &str = "TOOLWRIGHT_FILES_DIR";

/// Parses the folder whose files may be read, which is `None` if it is not set.
pub(super) fn folder(settings: &Settings) -> Result<Option<Folder>, ConfigError> {
    let Some(path) = settings.text(FOLDER) else {
        return Ok(None);
    };
    let opened = Folder::open(path.as_ref());
    opened
        .map(Some)
        .map_err(|error| settings.refuse(FOLDER, format!("expected a folder ({error})")))
}

/// Parses which addresses may be fetched.
pub(super) fn reach(settings: &Settings) -> Result<AddressPolicy, ConfigError> {
    let anywhere = settings.read("TOOLWRIGHT_ALLOW_PRIVATE_URLS", setting::switch)?;
    Ok(if anywhere {
        AddressPolicy::ANY
    } else {
        AddressPolicy::PUBLIC
    })
}
