//! Who turns texts into vectors.

use url::Url;

use super::{error::ConfigError, settings::Settings};
use crate::{cli::setting, data::http::Key};

const URL: &str = "TEXT_EMBEDDING_MODEL_URL";
const MODEL: &str = "TEXT_EMBEDDING_MODEL_NAME";

/// How texts are turned into vectors.
#[derive(Debug)]
pub(crate) struct EmbeddingSettings {
    /// The server that does it; without one the embedded encoder does.
    pub(crate) server: Option<EmbeddingServer>,
    /// The most texts of one request.
    pub(crate) batch: usize,
    /// How much of earlier answers is remembered, in bytes.
    pub(crate) cache_bytes: usize,
}

/// A server with the embeddings API of OpenAI.
#[derive(Debug)]
pub(crate) struct EmbeddingServer {
    /// The address that texts are posted to.
    pub(crate) url: Url,
    /// The model that is asked for.
    pub(crate) model: String,
    /// The key that it wants.
    pub(crate) key: Option<Key>,
}

impl EmbeddingSettings {
    /// What `settings` say.
    pub(super) fn read(settings: &Settings) -> Result<Self, ConfigError> {
        let url = settings.read_if(URL, address)?;
        let server = url.map(|url| {
            let wanted = format!("`{URL}` is set, so the name of a model is wanted");
            let model = settings.text(MODEL);
            Ok(EmbeddingServer {
                url,
                model: model.ok_or_else(|| settings.refuse(MODEL, wanted))?,
                key: settings.read_if("TEXT_EMBEDDING_API_KEY", super::key)?,
            })
        });
        Ok(Self {
            server: server.transpose()?,
            batch: settings.read("TOOLWRIGHT_EMBEDDING_BATCH", setting::count)?,
            cache_bytes: settings.read("TOOLWRIGHT_EMBEDDING_CACHE", super::number)?,
        })
    }
}

fn address(text: &str) -> Result<Url, String> {
    let url: Option<Url> = text.parse().ok();
    url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        .filter(|url| url.username().is_empty() && url.password().is_none())
        .ok_or_else(|| {
            "an address is wanted, as in `http://localhost:8080/v1/embeddings`, without a user name and a password".into()
        })
}
