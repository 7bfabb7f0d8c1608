//! [`Host`]: a desktop host, and the folders of the user where hosts keep their configuration.

use std::{env, ffi::OsString, path::PathBuf};

use clap::ValueEnum;

use crate::cli::system_folder::{SystemFolder, home};

/// A desktop host, which starts MCP servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[non_exhaustive]
pub enum Host {
    /// Claude Desktop
    ClaudeDesktop,
    /// Claude Code
    ClaudeCode,
    /// Cursor
    Cursor,
    /// Visual Studio Code
    Vscode,
    /// Gemini CLI
    GeminiCli,
    /// Windsurf
    Windsurf,
    /// Zed
    Zed,
    /// Prints the entry for `config.yaml`, which is not written
    Goose,
    /// Prints the entry in the form that most hosts read
    McpJson,
}

impl Host {
    /// Returns the name for people.
    pub const fn label(self) -> &'static str {
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
    pub fn file(self, folders: &UserFolders) -> Option<PathBuf> {
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
    pub const fn key(self) -> &'static str {
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

/// The folders that hold the settings of programs.
#[derive(Debug, PartialEq, Eq)]
pub struct UserFolders {
    /// The home folder of the user.
    pub home: PathBuf,
    /// The folder of the operating system for settings.
    pub settings: PathBuf,
}

impl UserFolders {
    /// Returns the folders of the current user.
    ///
    /// # Errors
    /// If there is no home folder.
    pub fn current() -> Result<Self, String> {
        let home = home().ok_or("there is no home folder: set `HOME`")?;
        Ok(Self::of(home, env::consts::OS, |name| env::var_os(name)))
    }

    fn of(home: PathBuf, system: &str, variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let settings = SystemFolder::SETTINGS.find(Some(&home), system, variable);
        Self {
            settings: settings.unwrap_or_else(|| home.clone()),
            home,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn settings(system: &str, variables: &[(&str, &str)]) -> PathBuf {
        let variable = |name: &str| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| OsString::from(value))
        };
        UserFolders::of("/home/me".into(), system, variable).settings
    }

    #[test]
    fn each_system_has_its_own_folder() {
        assert_eq!(settings("linux", &[]), Path::new("/home/me/.config"));
        let named = [("XDG_CONFIG_HOME", "/etc/me"), ("APPDATA", "C:/Me")];
        assert_eq!(settings("linux", &named), Path::new("/etc/me"));
        assert_eq!(
            settings("macos", &named),
            Path::new("/home/me/Library/Application Support")
        );
        assert_eq!(settings("windows", &named), Path::new("C:/Me"));
        assert_eq!(
            settings("windows", &[]),
            Path::new("/home/me/AppData/Roaming")
        );
    }

    #[test]
    fn a_relative_folder_is_ignored() {
        let named = [("XDG_CONFIG_HOME", "settings")];
        assert_eq!(settings("linux", &named), Path::new("/home/me/.config"));
    }
}
