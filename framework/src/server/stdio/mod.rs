//! MCP over standard input and output, with one JSON message per line.
//!
//! The host, an application such as a desktop client, starts the server as a child process and is
//! its only client.
//!
//! Standard input and output are blocking, so they have their own threads. The thread that reads a
//! request also answers it, because handing it to the runtime takes longer than most calls. Only a
//! call that has to wait continues as a task of the runtime. If a call blocks the reading thread, a
//! standby thread takes over the reading (`line_reader`), so requests still run concurrently.
//!
//! Standard output belongs to the protocol. Whatever else the process prints there goes to standard
//! error (`message_writer`).
//!
//! The [HTTP transport](super::http) is its neighbour, for many clients over the network.

mod connection;
mod line_reader;
mod message_writer;

pub use connection::StdioOptions;
pub(crate) use connection::serve;
