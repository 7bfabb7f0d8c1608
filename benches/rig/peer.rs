//! [`Peer`]: the servers that are compared. A new one is a line in each function here.

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
    /// A blocking loop over lines, with typed JSON and no MCP.
    LineLoop,
    BareRmcp,
    Toolwright,
    /// Toolwright with a policy, limits and a record of every call.
    Governed,
    FastMcp,
}

impl Peer {
    /// The peers over HTTP.
    pub(crate) const HTTP: [Self; 5] = [
        Self::AxumLimit,
        Self::BareRmcp,
        Self::Toolwright,
        Self::Governed,
        Self::FastMcp,
    ];
    /// The peers over standard input and output.
    pub(crate) const STDIO: [Self; 5] = [
        Self::LineLoop,
        Self::BareRmcp,
        Self::Toolwright,
        Self::Governed,
        Self::FastMcp,
    ];

    /// Whether it shows the speed limit without MCP.
    pub(crate) const fn is_limit(self) -> bool {
        matches!(self, Self::AxumLimit | Self::LineLoop)
    }

    /// Whether it takes part in this scenario. The governed server does not in large calls, because
    /// their log would measure the disk.
    pub(crate) fn takes(self, workload: Workload) -> bool {
        self != Self::Governed || workload == Workload::Small
    }

    /// Returns the command that starts it.
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
