//! [`Path`]: the way of a call to the server, directly or through a proxy.

use std::{fmt, path::PathBuf, process::Command};

use crate::rig::{Result, Workshop, benches, scratch};

/// How two programs speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    Stdio,
    Http,
}

impl Line {
    const BOTH: [Self; 2] = [Self::Stdio, Self::Http];
}

/// The program between the client and the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proxy {
    None,
    Toolwright,
    FastMcp,
    Mcp,
}

/// The way of a call: how the client speaks with the proxy, and the proxy with the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) proxy: Proxy,
    pub(crate) front: Line,
    pub(crate) upstream: Line,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stdio => "stdio",
            Self::Http => "HTTP",
        })
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (front, upstream) = (self.front, self.upstream);
        match self.proxy {
            Proxy::None => write!(f, "direct, {front}"),
            Proxy::Toolwright => write!(f, "Toolwright, {front} to {upstream}"),
            Proxy::FastMcp => write!(f, "FastMCP's proxy, {front} to {upstream}"),
            Proxy::Mcp => write!(f, "mcp-proxy, {front} to {upstream}"),
        }
    }
}

/// The programs that are measured.
pub(crate) struct Peers<'a> {
    workshop: &'a Workshop,
    /// The folders of the programs of Python, of those that can be installed.
    fastmcp: Option<PathBuf>,
    mcp_proxy: Option<PathBuf>,
}

impl<'a> Peers<'a> {
    pub(crate) fn install(workshop: &'a Workshop) -> Self {
        let install = |name: &str, pinned: &str| {
            let installed = workshop.install_python(name, pinned);
            installed
                .inspect_err(|error| eprintln!("{name} is left out: {error}"))
                .ok()
        };
        Self {
            workshop,
            fastmcp: install("python-fastmcp-proxy", "proxies.txt"),
            mcp_proxy: install("python-mcp-proxy", "mcp_proxy.txt"),
        }
    }

    /// Returns the ways that are measured. mcp-proxy goes from one kind of line to the other only.
    pub(crate) fn paths(&self) -> Vec<Path> {
        let direct = Line::BOTH.map(|line| Path {
            proxy: Proxy::None,
            front: line,
            upstream: line,
        });
        let mut paths = Vec::from(direct);
        for proxy in [Proxy::Toolwright, Proxy::FastMcp, Proxy::Mcp] {
            for front in Line::BOTH {
                for upstream in Line::BOTH {
                    let is_there = match proxy {
                        Proxy::FastMcp => self.fastmcp.is_some(),
                        Proxy::Mcp => self.mcp_proxy.is_some() && front != upstream,
                        _ => true,
                    };
                    if is_there {
                        paths.push(Path {
                            proxy,
                            front,
                            upstream,
                        });
                    }
                }
            }
        }
        paths
    }

    /// Returns the command of a program of `benches/peers`.
    pub(crate) fn program(&self, name: &str) -> Command {
        self.workshop.program(name)
    }

    /// Returns the command of the server, on its standard streams or on a port.
    pub(crate) fn server(&self, port: Option<u16>) -> Command {
        let mut server = self.program("toolwright_server");
        if let Some(port) = port {
            server.args(["serve", "--port", &port.to_string()]);
        }
        server
    }

    /// Returns the command of a proxy, on its standard streams or on a port, in front of an address or a
    /// program.
    pub(crate) fn proxy(&self, proxy: Proxy, port: Option<u16>, upstream: &str) -> Result<Command> {
        let front = port.map(|port| port.to_string());
        let mut command;
        match (proxy, &self.fastmcp, &self.mcp_proxy) {
            (Proxy::FastMcp, Some(programs), _) => {
                command = Command::new(programs.join("python"));
                command
                    .arg(benches().join("peers/fastmcp_proxy.py"))
                    .args([front.as_deref().unwrap_or("stdio"), upstream]);
            }
            (Proxy::Mcp, _, Some(programs)) => {
                command = Command::new(programs.join("mcp-proxy"));
                match &front {
                    Some(port) => command.args(["--port", port, "--", upstream]),
                    None => command.args(["--transport", "streamablehttp", upstream]),
                };
            }
            (Proxy::Toolwright, ..) => {
                command = Command::new(env!("CARGO_BIN_EXE_toolwright"));
                let folder = scratch()?.join("gateway-data");
                command.env("TOOLWRIGHT_DATA_DIR", folder).arg("proxy");
                match &front {
                    Some(port) => command.args(["--http", "--port", port]),
                    None => command.arg("--stdio"),
                };
                command.arg(upstream);
            }
            _ => return Err("there is no such proxy".into()),
        }
        Ok(command)
    }
}
