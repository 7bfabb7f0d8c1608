//! The built-in tools, a file each.
//!
//! Every file has the same order: docs, arguments, the function, its errors, its tests. A new one is a `mod` and a name in [`all`].

mod calculator;
mod code_execution;
#[cfg(feature = "data")]
pub(crate) mod data;
mod doc_parser;
mod request_human_input;
mod serialize_for_cell;
mod web_search;

use std::sync::Arc;

use crate::core::{Resource, Tool};

pub(crate) use self::{
    code_execution::CodeExecution, doc_parser::DocParser, web_search::WebSearch,
};

/// The tools whose results have limits of their own, or are for programs to read: they are answered whole.
pub(crate) const WITH_OWN_LIMITS: [&str; 2] = ["get_text_embedding", "query_bga_database"];

/// The built-in tools that are always there.
pub(crate) fn all() -> Vec<Arc<dyn Tool>> {
    crate::tools![
        calculator::calculator,
        doc_parser::doc_parser,
        request_human_input::request_human_input,
        serialize_for_cell::serialize_for_cell,
        web_search::web_search,
    ]
}

/// The tool that runs code, which is there where it is wanted.
pub(crate) fn code_execution() -> Vec<Arc<dyn Tool>> {
    crate::tools![code_execution::code_execution]
}

/// The files that code made.
pub(crate) fn code_execution_files() -> Vec<Arc<dyn Resource>> {
    crate::resources![code_execution::execution_file]
}
