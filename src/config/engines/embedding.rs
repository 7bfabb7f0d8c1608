//! The engine that embeds texts.

use toolwright::cli::setting;
use toolwright_engines::embedding::OpenAiOptions;
use toolwright_http::has_credentials;
use url::Url;

use crate::config::{
    error::ConfigError,
    settings::Settings,
    value::{key, number, web_address},
};

const URL: &str = "TEXT_EMBEDDING_MODEL_URL";
const MODEL: &str = "TEXT_EMBEDDING_MODEL_NAME";

/// The engine that embeds texts.
#[derive(Debug)]
pub(crate) struct EmbeddingSettings {
    /// The embedding server; the embedded encoder is used without one.
    pub(crate) server: Option<OpenAiOptions>,
    /// The size of the cache of vectors, in bytes.
    pub(crate) cache_bytes: usize,
}

impl EmbeddingSettings {
    /// Parses the settings of the engine.
    pub(super) fn read(settings: &Settings) -> Result<Self, ConfigError> {
        Ok(Self {
            server: server(settings)?,
            cache_bytes: settings.read("TOOLWRIGHT_EMBEDDING_CACHE", number)?,
        })
    }
}

fn server(settings: &Settings) -> Result<Option<OpenAiOptions>, ConfigError> {
    let batch = settings.read("TOOLWRIGHT_EMBEDDING_BATCH", setting::count)?;
    let key = settings.read_if("TEXT_EMBEDDING_API_KEY", key)?;
    let Some(url) = settings.read_if(URL, address)? else {
        return Ok(None);
    };
    let expected = format!("`{URL}` is set, which needs the name of a model");
    let model = settings.text(MODEL);
    Ok(Some(OpenAiOptions {
        url,
        model: model.ok_or_else(|| settings.refuse(MODEL, expected))?,
        key,
        batch,
    }))
}

fn address(text: &str) -> Result<Url, String> {
    let url = web_address(text).filter(|url| !has_credentials(url));
    url.ok_or_else(|| {
        "expected a URL without a user name and password, as in `http://localhost:8080/v1/embeddings`".into()
    })
}
