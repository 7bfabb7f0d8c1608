//! Shared parts of the compared servers, so that they differ only in the framework: the results of their
//! tools, the port, and, for the limits without MCP, the JSON of a call and its answer.

pub mod median;
mod port;
pub mod table;
pub mod wire;

pub use port::port;
