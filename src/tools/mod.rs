//! The built-in tools, a file each.
//!
//! Every file has the same order: docs, arguments, the function, its errors, its tests. A new one is a `mod` and a name in [`all`].

mod calculator;
mod doc_parser;
mod serialize_for_cell;
mod web_search;

use std::sync::Arc;

use crate::core::Tool;

pub(crate) use doc_parser::DocParser;
pub(crate) use web_search::WebSearch;

/// All built-in tools.
pub(crate) fn all() -> Vec<Arc<dyn Tool>> {
    crate::tools![
        calculator::calculator,
        doc_parser::doc_parser,
        serialize_for_cell::serialize_for_cell,
        web_search::web_search,
    ]
}
