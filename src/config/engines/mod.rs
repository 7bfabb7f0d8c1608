//! [`EngineSettings`]: the engines behind the data tools.
//!
//! Each engine is a server if one is configured, and embedded in this program otherwise.

mod database;
mod embedding;
mod vectors;

pub(crate) use self::{
    database::DatabaseSettings, embedding::EmbeddingSettings, vectors::VectorSettings,
};
use super::{error::ConfigError, settings::Settings};

/// The engines behind the data tools.
#[derive(Debug)]
pub(crate) struct EngineSettings {
    pub(crate) embedding: EmbeddingSettings,
    pub(crate) vectors: VectorSettings,
    pub(crate) database: DatabaseSettings,
}

impl EngineSettings {
    /// Parses the settings of all engines.
    pub(super) fn read(settings: &Settings) -> Result<Self, ConfigError> {
        Ok(Self {
            embedding: EmbeddingSettings::read(settings)?,
            vectors: VectorSettings::read(settings)?,
            database: DatabaseSettings::read(settings)?,
        })
    }
}
