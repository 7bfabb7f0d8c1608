//! Which service searches the web.

use toolwright_engines::search::{SearchService, ServiceError};

use super::{error::ConfigError, settings::Settings};

const URL: &str = "TOOLWRIGHT_SEARCH_URL";
const KEY: &str = "TOOLWRIGHT_SEARCH_KEY";

/// Parses the service, which is `None` if no address is set.
pub(super) fn service(settings: &Settings) -> Result<Option<SearchService>, ConfigError> {
    let Some(address) = settings.text(URL) else {
        return Ok(None);
    };
    let service = SearchService::parse(&address, settings.text(KEY).as_deref());
    service.map(Some).map_err(|error| {
        let variable = match error {
            ServiceError::Address => URL,
            ServiceError::KeyMissing(_) | ServiceError::Key => KEY,
        };
        settings.refuse(variable, error.to_string())
    })
}
