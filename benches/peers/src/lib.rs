//! What the servers under comparison share, so that they differ in nothing but the framework: what their tools compute, where they
//! listen, and, for the limits that speak no MCP, the JSON of a call and its answer.

mod port;
pub mod table;
pub mod wire;

pub use port::port;
