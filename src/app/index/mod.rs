//! `toolwright index`: fills a collection that `get_sim_search` searches.
//!
//! Documents are embedded and stored in batches. Documents that the collection already has are
//! skipped, so a run that was stopped continues where it left off when it is started again. With
//! `--from-db` the collection follows the database: changed columns are updated, and columns that
//! are gone are removed.

mod collection_writer;
mod column_documents;
mod column_text;
mod command;
mod document;
mod document_source;
mod json_lines;

pub(super) use self::command::{IndexArguments, run};
