//! `toolwright index`: fills a collection that `get_sim_search` searches.
//!
//! Documents are embedded and stored in batches. Documents that the collection already has are
//! skipped, so a run that was stopped continues where it left off when it is started again. With
//! `--from-db` the collection follows the database: changed columns are updated, and columns that
//! are gone are removed.

mod column;
mod columns;
mod command;
mod document;
mod filling;
mod json_lines;
mod source;

pub(super) use self::command::{IndexArguments, run};
