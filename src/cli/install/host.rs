//! [`Host`]: the desktop hosts and their configuration files.

use std::path::PathBuf;

use clap::ValueEnum;

use super::user_folders::UserFolders;

/// A desktop host, which starts MCP servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Host {
    ClaudeDesktop,
    ClaudeCode,
    Cursor,
    Vscode,
}

impl Host {
    /// Returns the name for people.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "Claude Desktop",
            Self::ClaudeCode => "Claude Code",
            Self::Cursor => "Cursor",
            Self::Vscode => "Visual Studio Code",
        }
    }

    /// Returns the path of the configuration.
    pub(super) fn file(self, folders: &UserFolders) -> PathBuf {
        let UserFolders { home, settings } = folders;
        match self {
            Self::ClaudeDesktop => settings.join("Claude").join("claude_desktop_config.json"),
            Self::ClaudeCode => home.join(".claude.json"),
            Self::Cursor => home.join(".cursor").join("mcp.json"),
            Self::Vscode => settings.join("Code").join("User").join("mcp.json"),
        }
    }

    /// Returns the key of the servers in the configuration.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Vscode => "servers",
            _ => "mcpServers",
        }
    }

    /// Returns `true` if an entry needs a `type`, which names the transport.
    pub(super) const fn needs_type(self) -> bool {
        matches!(self, Self::ClaudeCode | Self::Vscode)
    }
}
