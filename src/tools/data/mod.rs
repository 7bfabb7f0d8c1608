//! The tools on data: embeddings, similarity search and SQL.
//!
//! They share the engines that [`crate::app`] configures, and give up before the call does
//! ([`deadline`]), so that the error can name the engine that was slow.

mod database_tables;
mod deadline;
mod get_sim_search;
mod get_text_embedding;
mod query_bga_database;
mod sql_text;

use std::sync::Arc;

pub(crate) use self::{
    get_sim_search::SimilaritySearch, get_text_embedding::Embedding,
    query_bga_database::DatabaseQueries,
};
use crate::core::{Resource, Tool};

/// Returns the tools on data.
pub(crate) fn tools() -> Vec<Arc<dyn Tool>> {
    crate::tools![
        get_sim_search::get_sim_search,
        get_text_embedding::get_text_embedding,
        query_bga_database::query_bga_database,
    ]
}

/// Returns the resources that describe the database.
pub(crate) fn resources() -> Vec<Arc<dyn Resource>> {
    crate::resources![
        database_tables::database_tables,
        database_tables::database_table
    ]
}
