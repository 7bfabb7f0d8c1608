//! Which service searches the web.

use super::{error::ConfigError, settings::Settings};
use crate::data::search::{ChoiceError, SearchBackend, parse_backend};

const URL: &str = "TOOLWRIGHT_SEARCH_URL";
const KEY: &str = "TOOLWRIGHT_SEARCH_KEY";

/// The service; none where no address is set.
pub(super) fn backend(settings: &Settings) -> Result<Option<Box<dyn SearchBackend>>, ConfigError> {
    let Some(address) = settings.text(URL) else {
        return Ok(None);
    };
    let backend = parse_backend(&address, settings.text(KEY).as_deref());
    backend.map(Some).map_err(|error| {
        let variable = match error {
            ChoiceError::Address => URL,
            ChoiceError::KeyMissing(_) | ChoiceError::Key => KEY,
        };
        settings.refuse(variable, error.to_string())
    })
}
