//! `mcp.json`, the file of other MCP servers: read, changed, imported into.
//!
//! [`read_mcp_file`] reads its text, [`ServersFile`] changes the file for the command line and the API,
//! and [`PastedServers`] reads what people copy from the configuration of a desktop host. Headers and
//! variables that are credentials are sealed before they are written, as those of tools are.

mod credentials;
mod entry;
mod file;
mod mcp_file;
mod overrides;
mod pasted;

pub use self::{
    entry::{ExpectedServer, ServersError, StoredServer},
    file::{ImportedServers, ServersFile},
    mcp_file::read_mcp_file,
    pasted::PastedServers,
};
