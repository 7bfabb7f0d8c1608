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
    /// Toolwright as an earlier commit builds it.
    Before,
    GovernedBefore,
    FastMcp,
}

impl Peer {
    /// The peers over HTTP.
    pub(crate) const HTTP: [Self; 7] = [
        Self::AxumLimit,
        Self::BareRmcp,
        Self::Toolwright,
        Self::Governed,
        Self::Before,
        Self::GovernedBefore,
        Self::FastMcp,
    ];
    /// The peers over standard input and output.
    pub(crate) const STDIO: [Self; 7] = [
        Self::LineLoop,
        Self::BareRmcp,
        Self::Toolwright,
        Self::Governed,
        Self::Before,
        Self::GovernedBefore,
        Self::FastMcp,
    ];

    /// Whether it shows the speed limit without MCP.
    pub(crate) const fn is_limit(self) -> bool {
        matches!(self, Self::AxumLimit | Self::LineLoop)
    }

    /// Whether it takes part in this scenario. The governed server does not in large calls, because
    /// their log would measure the disk.
    pub(crate) fn takes(self, workload: Workload) -> bool {
        let governed = matches!(self, Self::Governed | Self::GovernedBefore);
        !governed || workload == Workload::Small
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
            Self::Before => workshop.program_before("toolwright_server"),
            Self::Governed => governed(workshop.program("toolwright_governed"), workshop, "now"),
            Self::GovernedBefore => {
                let program = workshop.program_before("toolwright_governed");
                governed(program, workshop, "before")
            }
        };
        command.stdin(Stdio::null());
        command
    }
}

/// Gives a governed server its own part of the log's folder.
fn governed(mut program: Command, workshop: &Workshop, part: &str) -> Command {
    program.env("BENCH_LOG", workshop.log_folder().join(part));
    program
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::AxumLimit => "axum limit",
            Self::LineLoop => "line loop",
            Self::BareRmcp => "bare rmcp",
            Self::Toolwright => "Toolwright",
            Self::Governed => "Toolwright, governed",
            Self::Before => "Toolwright, before",
            Self::GovernedBefore => "governed, before",
            Self::FastMcp => "FastMCP",
        })
    }
}
