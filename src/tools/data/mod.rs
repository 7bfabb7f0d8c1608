//! The tools on data: embeddings, similarity search and SQL.
//!
//! They share the engines that [`toolwright::app`] configures, and give up before the call does
//! ([`deadline`]), so that the error can name the engine that was slow.

mod database_tables;
mod deadline;
mod get_sim_search;
mod get_text_embedding;
mod query_bga_database;
mod sql_text;

use std::sync::Arc;

use toolwright::{Resource, Tool};

pub(crate) use self::{
    get_sim_search::SimilaritySearch, get_text_embedding::Embedding,
    query_bga_database::DatabaseQueries,
};

/// Returns the tools on data.
pub(crate) fn tools() -> Vec<Arc<dyn Tool>> {
    toolwright::tools![
        get_sim_search::get_sim_search,
        get_text_embedding::get_text_embedding,
        query_bga_database::query_bga_database,
    ]
}

/// Returns the resources that describe the database.
pub(crate) fn resources() -> Vec<Arc<dyn Resource>> {
    toolwright::resources![
        database_tables::database_tables,
        database_tables::database_table
    ]
}
