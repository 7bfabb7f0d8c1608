//! MCP over standard input and output: a message a line.
//!
//! Reading and writing block, so they have threads of their own. The thread that read a request answers it itself, with no other thread
//! in between, unless the call has to wait for something: then it goes on as a task of the runtime. Requests run side by side, and a
//! host that reads slowly holds up nothing but its own answers. Standard output belongs to the protocol: what anybody else prints
//! goes to standard error.

mod connection;
mod line_reader;
mod message_writer;
mod options;
mod reader_handoff;
mod serve;
mod stdout;

pub use options::StdioOptions;
pub(crate) use serve::serve;
