//! The servers that are compared. A further one, or another setting of one, is a line in each function here.

use std::{
    fmt,
    process::{Command, Stdio},
};

use super::workshop::Workshop;

/// A server that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Peer {
    /// axum with typed JSON and no MCP.
    AxumLimit,
    /// A blocking loop over lines with typed JSON and no MCP.
    LineLoop,
    BareRmcp,
    Toolwright,
    FastMcp,
}

impl Peer {
    /// Those that speak HTTP.
    pub(crate) const HTTP: [Self; 4] = [
        Self::AxumLimit,
        Self::BareRmcp,
        Self::Toolwright,
        Self::FastMcp,
    ];
    /// Those that speak over standard input and output.
    pub(crate) const STDIO: [Self; 4] = [
        Self::LineLoop,
        Self::BareRmcp,
        Self::Toolwright,
        Self::FastMcp,
    ];

    /// Whether it is as fast as one can be without speaking MCP.
    pub(crate) const fn is_limit(self) -> bool {
        matches!(self, Self::AxumLimit | Self::LineLoop)
    }

    /// Its program, for standard input and output.
    pub(crate) fn command(self, workshop: &Workshop) -> Command {
        let mut command = match self {
            Self::FastMcp => {
                let mut python = Command::new(workshop.python());
                python.arg(workshop.fastmcp_script());
                python
            }
            Self::AxumLimit => workshop.program("axum_limit"),
            Self::LineLoop => workshop.program("line_loop"),
            Self::BareRmcp => workshop.program("bare_rmcp"),
            Self::Toolwright => workshop.program("toolwright_server"),
        };
        command.stdin(Stdio::null());
        command
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::AxumLimit => "axum limit",
            Self::LineLoop => "line loop",
            Self::BareRmcp => "bare rmcp",
            Self::Toolwright => "Toolwright",
            Self::FastMcp => "FastMCP",
        })
    }
}
