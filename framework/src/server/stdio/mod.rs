//! MCP over standard input and output, with one JSON message per line.
//!
//! The host, an application such as a desktop client, starts the server as a child process and is
//! its only client.
//!
//! Standard input and output are blocking, so they have their own threads. The thread that reads a
//! request also answers it, because handing it to the runtime takes longer than most calls. Only a
//! call that has to wait continues as a task of the runtime. If a call blocks the reading thread, a
//! standby thread takes over the reading (`reader_handoff`), so requests still run concurrently.
//!
//! Standard output belongs to the protocol. Whatever else the process prints there goes to standard
//! error (`stdout`).
//!
//! The [HTTP transport](super::http) is its neighbour, for many clients over the network.

mod connection;
mod line_reader;
mod message_writer;
mod options;
mod reader_handoff;
mod serve;
mod stdout;

pub use options::StdioOptions;
pub(crate) use serve::serve;
