//! The other MCP servers, in `mcp.json` or in a database: read, changed, imported into.
//!
//! [`read_mcp_file`] reads the text of the file, [`Servers`] changes them for the command line and the API,
//! and [`PastedServers`] reads what people copy from the configuration of a desktop host. Headers and
//! variables that are credentials are sealed before they are written, as those of tools are.

mod credentials;
mod entry;
mod file;
mod mcp_file;
mod overrides;
mod pasted;
#[cfg(feature = "postgres")]
mod pins;
#[cfg(feature = "postgres")]
mod postgres;
mod servers;
mod store;

#[cfg(feature = "postgres")]
pub use self::pins::PostgresPins;
pub use self::{
    entry::{ExpectedServer, ServersError, StoredServer},
    mcp_file::read_mcp_file,
    pasted::PastedServers,
    servers::{ImportedServers, Servers},
};
