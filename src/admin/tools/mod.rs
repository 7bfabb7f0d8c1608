//! `tools`: those of the registry, and those that are compiled in.
//!
//! [`FoundTool`](found_tool::FoundTool) is a tool and who may see and change it,
//! [`ToolView`](tool_view::ToolView) a tool as the API shows it, [`draft`] what a caller may define. The
//! other files have the operations.

pub(super) mod check;
mod draft;
pub(super) mod found_tool;
pub(super) mod history;
pub(super) mod import;
pub(super) mod kinds;
pub(super) mod list;
mod request_preview;
pub(super) mod run;
mod spec_body;
mod tool_view;
pub(super) mod write;
