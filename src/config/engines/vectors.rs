//! The engine that searches documents by similarity.

use toolwright::cli::setting;
use toolwright_engines::vectors::{ChromaOptions, TokenHeader};

use crate::config::{error::ConfigError, settings::Settings, value::key};

const HOST: &str = "CHROMADB_HOST";

/// The engine that searches documents by similarity.
#[derive(Debug)]
pub(crate) struct VectorSettings {
    /// The ChromaDB server; the embedded index is used without one.
    pub(crate) server: Option<ChromaOptions>,
    /// The collection that is searched if a call names none.
    pub(crate) collection: String,
}

impl VectorSettings {
    /// Parses the settings of the engine.
    pub(super) fn read(settings: &Settings) -> Result<Self, ConfigError> {
        Ok(Self {
            server: server(settings)?,
            collection: settings.read("CHROMADB_COLLECTION_NAME", name)?,
        })
    }
}

fn server(settings: &Settings) -> Result<Option<ChromaOptions>, ConfigError> {
    let port = settings.read("CHROMADB_PORT", setting::port)?;
    let is_secure = settings.read("CHROMADB_SSL", setting::switch)?;
    let header = settings.read("CHROMADB_TOKEN_HEADER", header)?;
    let token = settings.read_if("CHROMADB_TOKEN", key)?;
    let Some(host) = settings.text(HOST) else {
        return Ok(None);
    };
    let options = ChromaOptions::new(&host, port, is_secure);
    let mut options = options.map_err(|_| {
        let expected = "expected a host name or an IP address alone, as in `localhost`";
        settings.refuse(HOST, expected)
    })?;
    options.tenant = settings.read("CHROMADB_TENANT", name)?;
    options.database = settings.read("CHROMADB_DATABASE", name)?;
    options.token = token.map(|token| (header, token));
    Ok(Some(options))
}

fn header(text: &str) -> Result<TokenHeader, String> {
    match text.to_ascii_lowercase().as_str() {
        "authorization" => Ok(TokenHeader::Authorization),
        "x-chroma-token" => Ok(TokenHeader::ChromaToken),
        _ => Err("expected `Authorization` or `X-Chroma-Token`".into()),
    }
}

fn name(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}
