//! The tools on data: embeddings, similarity search, SQL.

mod database_tables;
mod deadline;
mod get_sim_search;
mod get_text_embedding;
mod query_bga_database;

use std::sync::Arc;

pub(crate) use self::{
    get_sim_search::SimilaritySearch, get_text_embedding::Embedding,
    query_bga_database::DatabaseQueries,
};
use crate::core::{Resource, Tool};

/// The tools.
pub(crate) fn tools() -> Vec<Arc<dyn Tool>> {
    crate::tools![
        get_sim_search::get_sim_search,
        get_text_embedding::get_text_embedding,
        query_bga_database::query_bga_database,
    ]
}

/// What can be read beside them.
pub(crate) fn resources() -> Vec<Arc<dyn Resource>> {
    crate::resources![
        database_tables::database_tables,
        database_tables::database_table
    ]
}
