//! [`Host`]: the desktop hosts, and where each keeps its servers.

use std::path::PathBuf;

use clap::ValueEnum;

use super::user_folders::Places;

/// A desktop host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Host {
    ClaudeDesktop,
    ClaudeCode,
    Cursor,
    Vscode,
}

impl Host {
    /// What people call it.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "Claude Desktop",
            Self::ClaudeCode => "Claude Code",
            Self::Cursor => "Cursor",
            Self::Vscode => "Visual Studio Code",
        }
    }

    /// Where its configuration is.
    pub(super) fn file(self, places: &Places) -> PathBuf {
        let Places { home, settings } = places;
        match self {
            Self::ClaudeDesktop => settings.join("Claude").join("claude_desktop_config.json"),
            Self::ClaudeCode => home.join(".claude.json"),
            Self::Cursor => home.join(".cursor").join("mcp.json"),
            Self::Vscode => settings.join("Code").join("User").join("mcp.json"),
        }
    }

    /// The key that its servers are under.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Vscode => "servers",
            _ => "mcpServers",
        }
    }

    /// Whether an entry says how the server is reached.
    pub(super) const fn names_the_transport(self) -> bool {
        matches!(self, Self::ClaudeCode | Self::Vscode)
    }
}
