//! [`EngineSettings`]: what stands behind the data tools.

mod database;
mod embedding;
mod vectors;

pub(crate) use self::{
    database::DatabaseSettings, embedding::EmbeddingSettings, vectors::VectorSettings,
};
use super::{error::ConfigError, settings::Settings};
use crate::data::http::Key;

/// What stands behind the data tools.
#[derive(Debug)]
pub(crate) struct EngineSettings {
    /// How texts are turned into vectors.
    pub(crate) embedding: EmbeddingSettings,
    /// Where documents are searched by similarity.
    pub(crate) vectors: VectorSettings,
    /// Which database is queried.
    pub(crate) database: DatabaseSettings,
}

impl EngineSettings {
    /// What `settings` say.
    pub(super) fn read(settings: &Settings) -> Result<Self, ConfigError> {
        Ok(Self {
            embedding: EmbeddingSettings::read(settings)?,
            vectors: VectorSettings::read(settings)?,
            database: DatabaseSettings::read(settings)?,
        })
    }
}

/// A key that a server wants.
fn key(text: &str) -> Result<Key, String> {
    Key::parse(text).ok_or_else(|| "visible ASCII characters are wanted".into())
}
