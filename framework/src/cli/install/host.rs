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
    GeminiCli,
    Windsurf,
    Zed,
    /// Prints the entry for `config.yaml`, which is not written
    Goose,
    /// Prints the entry in the form that most hosts read
    McpJson,
}

impl Host {
    /// Returns the name for people.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "Claude Desktop",
            Self::ClaudeCode => "Claude Code",
            Self::Cursor => "Cursor",
            Self::Vscode => "Visual Studio Code",
            Self::GeminiCli => "Gemini CLI",
            Self::Windsurf => "Windsurf",
            Self::Zed => "Zed",
            Self::Goose => "Goose",
            Self::McpJson => "the host",
        }
    }

    /// Returns the path of the configuration, if this is one host.
    pub(super) fn file(self, folders: &UserFolders) -> Option<PathBuf> {
        let UserFolders { home, settings } = folders;
        // These two follow the XDG specification on macOS too.
        let xdg = if cfg!(target_os = "macos") {
            home.join(".config")
        } else {
            settings.clone()
        };
        Some(match self {
            Self::ClaudeDesktop => settings.join("Claude").join("claude_desktop_config.json"),
            Self::ClaudeCode => home.join(".claude.json"),
            Self::Cursor => home.join(".cursor").join("mcp.json"),
            Self::Vscode => settings.join("Code").join("User").join("mcp.json"),
            Self::GeminiCli => home.join(".gemini").join("settings.json"),
            Self::Windsurf => home.join(".codeium/windsurf/mcp_config.json"),
            Self::Zed => xdg.join("zed").join("settings.json"),
            Self::Goose if cfg!(windows) => settings.join("Block/goose/config/config.yaml"),
            Self::Goose => xdg.join("goose").join("config.yaml"),
            Self::McpJson => return None,
        })
    }

    /// Returns the key of the servers in the configuration.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Vscode => "servers",
            Self::Zed => "context_servers",
            Self::Goose => "extensions",
            _ => "mcpServers",
        }
    }

    /// Returns the member that says of an entry that it is a local program, if the host needs one.
    pub(super) const fn marker(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::ClaudeCode | Self::Vscode => Some(("type", "stdio")),
            Self::Zed => Some(("source", "custom")),
            _ => None,
        }
    }
}
