//! The built-in tools, one file each.
//!
//! A tool is a thin face: it parses arguments, calls one engine of [`toolwright::data`], and turns the
//! result or the error into what an agent can use. Every file has the same order: docs, arguments and
//! results, the function, its errors, its tests. A new tool is a `mod` and a name in [`all`].
//!
//! The doc comment of a tool is its description to agents, so it says when to use the tool.

mod calculator;
pub(crate) mod choosing;
mod code_execution;
pub(crate) mod data;
mod doc_parser;
mod request_human_input;
mod serialize_for_cell;
mod web_search;

use std::sync::Arc;

use toolwright::{Resource, Tool, call::States};

pub(crate) use self::{
    code_execution::{CodeExecution, CodeRunner},
    doc_parser::DocParser,
    web_search::WebSearch,
};

/// The tools whose results are always returned whole: they have limits of their own, or are meant for
/// programs.
pub(crate) const WITH_OWN_LIMITS: [&str; 4] = [
    "call_tool",
    "find_tools",
    "get_text_embedding",
    "query_bga_database",
];

/// Returns the tools that every server has.
pub(crate) fn all() -> Vec<Arc<dyn Tool>> {
    toolwright::tools![
        calculator::calculator,
        doc_parser::doc_parser,
        request_human_input::request_human_input,
        serialize_for_cell::serialize_for_cell,
    ]
}

/// Returns why the built-in tool `name` only answers what the operator has to set. `None` if it works.
pub(crate) fn missing_service(name: &str, states: &States) -> Option<&'static str> {
    match name {
        "web_search" => states.get_ref::<WebSearch>()?.missing(),
        "code_execution" => states.get_ref::<CodeExecution>()?.missing(),
        _ => None,
    }
}

/// Returns the tool that searches the web.
pub(crate) fn web_search() -> Vec<Arc<dyn Tool>> {
    toolwright::tools![web_search::web_search]
}

/// Returns the tool that runs code.
pub(crate) fn code_execution() -> Vec<Arc<dyn Tool>> {
    toolwright::tools![code_execution::code_execution]
}

/// Returns the resources with the files that code created.
pub(crate) fn code_execution_files() -> Vec<Arc<dyn Resource>> {
    toolwright::resources![code_execution::execution_file]
}
