//! The public modules of the crate, a page each.
//!
//! They only re-export: the layers behind them keep their own order, which users need not know.

pub mod call;
pub mod catalog;
pub mod content;
pub mod govern;
pub mod log;
pub mod middleware;
pub mod plan;
pub mod prompt;
pub mod resource;
pub mod schema;
pub mod tool;
pub mod transport;
