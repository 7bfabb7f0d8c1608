//! Where documents are searched by similarity.

use super::{error::ConfigError, settings::Settings};
use crate::{cli::setting, data::http::Key};

const HOST: &str = "CHROMADB_HOST";
const TOKEN_HEADER: &str = "CHROMADB_TOKEN_HEADER";

/// Where documents are searched by similarity.
#[derive(Debug)]
pub(crate) struct VectorSettings {
    /// The server that has them; without one they are in the embedded index.
    pub(crate) server: Option<ChromaServer>,
    /// The collection that is searched where a call names none.
    pub(crate) collection: String,
}

/// A ChromaDB server.
#[derive(Debug)]
pub(crate) struct ChromaServer {
    /// Its name or address.
    pub(crate) host: String,
    /// Its port.
    pub(crate) port: u16,
    /// Whether it is spoken to over TLS.
    pub(crate) tls: bool,
    /// The tenant of the database.
    pub(crate) tenant: String,
    /// The database of the collections.
    pub(crate) database: String,
    /// The token that it wants, and the header for it.
    pub(crate) token: Option<(TokenPlace, Key)>,
}

/// The header that a token is sent in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenPlace {
    /// `Authorization: Bearer …`.
    Authorization,
    /// `X-Chroma-Token: …`.
    ChromaToken,
}

impl VectorSettings {
    /// What `settings` say.
    pub(super) fn read(settings: &Settings) -> Result<Self, ConfigError> {
        let host = settings.read_if(HOST, host)?;
        Ok(Self {
            server: host.map(|host| server(settings, host)).transpose()?,
            collection: settings.read("CHROMADB_COLLECTION_NAME", name)?,
        })
    }
}

fn server(settings: &Settings, host: String) -> Result<ChromaServer, ConfigError> {
    let header = settings.read(TOKEN_HEADER, header)?;
    let token = settings.read_if("CHROMADB_TOKEN", super::key)?;
    Ok(ChromaServer {
        host,
        port: settings.read("CHROMADB_PORT", setting::port)?,
        tls: settings.read("CHROMADB_SSL", setting::switch)?,
        tenant: settings.read("CHROMADB_TENANT", name)?,
        database: settings.read("CHROMADB_DATABASE", name)?,
        token: token.map(|token| (header, token)),
    })
}

fn host(text: &str) -> Result<String, String> {
    let is_plain = !text.contains("://") && !text.contains(['/', '@', '?', '#', ' ']);
    is_plain
        .then(|| text.to_owned())
        .ok_or_else(|| "a name or an address alone is wanted, as in `localhost`".into())
}

fn header(text: &str) -> Result<TokenPlace, String> {
    match text.to_ascii_lowercase().as_str() {
        "authorization" => Ok(TokenPlace::Authorization),
        "x-chroma-token" => Ok(TokenPlace::ChromaToken),
        _ => Err("`Authorization` or `X-Chroma-Token` is wanted".into()),
    }
}

fn name(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}
