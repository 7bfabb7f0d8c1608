//! The servers that are compared. A further one, or another setting of one, is a line in each function here.

use std::{
    fmt,
    process::{Command, Stdio},
};

use super::{call::Workload, workshop::Workshop};

/// A server that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Peer {
    /// axum with typed JSON and no MCP.
    AxumLimit,
    /// A blocking loop over lines with typed JSON and no MCP.
    LineLoop,
    BareRmcp,
    Toolwright,
    /// Toolwright with a policy, limits and a record of every call.
    Governed,
    FastMcp,
}

impl Peer {
    /// Those that speak HTTP.
    pub(crate) const HTTP: [Self; 5] = [
        Self::AxumLimit,
        Self::BareRmcp,
        Self::Toolwright,
        Self::Governed,
        Self::FastMcp,
    ];
    /// Those that speak over standard input and output.
    pub(crate) const STDIO: [Self; 5] = [
        Self::LineLoop,
        Self::BareRmcp,
        Self::Toolwright,
        Self::Governed,
        Self::FastMcp,
    ];

    /// Whether it is as fast as one can be without speaking MCP.
    pub(crate) const fn is_limit(self) -> bool {
        matches!(self, Self::AxumLimit | Self::LineLoop)
    }

    /// Whether it takes part in this scenario. What is logged of large calls fills the disk, and measures it.
    pub(crate) fn takes(self, workload: Workload) -> bool {
        self != Self::Governed || workload == Workload::Small
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
            Self::Governed => {
                let mut program = workshop.program("toolwright_governed");
                program.env("BENCH_LOG", workshop.log_folder());
                program
            }
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
            Self::Governed => "Toolwright, governed",
            Self::FastMcp => "FastMCP",
        })
    }
}
