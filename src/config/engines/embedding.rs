//! Who turns texts into vectors.

use url::Url;

use super::{ConfigError, Settings, key};
use crate::{
    cli::setting,
    config::{number, web_address},
    data::{embedding::ServerOptions, http::has_login},
};

const URL: &str = "TEXT_EMBEDDING_MODEL_URL";
const MODEL: &str = "TEXT_EMBEDDING_MODEL_NAME";

/// How texts are turned into vectors.
#[derive(Debug)]
pub(crate) struct EmbeddingSettings {
    /// The server that does it; without one the embedded encoder does.
    pub(crate) server: Option<ServerOptions>,
    /// How much of earlier answers is remembered, in bytes.
    pub(crate) cache_bytes: usize,
}

impl EmbeddingSettings {
    /// What `settings` say.
    pub(super) fn read(settings: &Settings) -> Result<Self, ConfigError> {
        Ok(Self {
            server: server(settings)?,
            cache_bytes: settings.read("TOOLWRIGHT_EMBEDDING_CACHE", number)?,
        })
    }
}

fn server(settings: &Settings) -> Result<Option<ServerOptions>, ConfigError> {
    let batch = settings.read("TOOLWRIGHT_EMBEDDING_BATCH", setting::count)?;
    let key = settings.read_if("TEXT_EMBEDDING_API_KEY", key)?;
    let Some(url) = settings.read_if(URL, address)? else {
        return Ok(None);
    };
    let wanted = format!("`{URL}` is set, so the name of a model is wanted");
    let model = settings.text(MODEL);
    Ok(Some(ServerOptions {
        url,
        model: model.ok_or_else(|| settings.refuse(MODEL, wanted))?,
        key,
        batch,
    }))
}

fn address(text: &str) -> Result<Url, String> {
    let url = web_address(text).filter(|url| !has_login(url));
    url.ok_or_else(|| {
        "an address is wanted, as in `http://localhost:8080/v1/embeddings`, without a user name and a password".into()
    })
}
