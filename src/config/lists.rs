//! [`ListSettings`]: which tools the lists of agents have.

use toolwright::govern::NamePattern;

use super::{error::ConfigError, settings::Settings, value::names};

/// Whether lists have every tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListMode {
    /// Every tool that the caller may call.
    Full,
    /// The pinned tools, and those that find and call the others.
    Lean,
    /// Lean for callers who may call many tools, full for others.
    Auto,
}

/// Which tools the lists of agents have.
#[derive(Debug, Clone)]
pub(crate) struct ListSettings {
    pub(crate) mode: ListMode,
    /// The tools that lean lists have too.
    pub(crate) pinned: Vec<NamePattern>,
}

impl ListSettings {
    pub(super) fn read(settings: &Settings) -> Result<Self, ConfigError> {
        let pinned = settings.read_if("TOOLWRIGHT_PINNED_TOOLS", names)?;
        Ok(Self {
            mode: settings.read("TOOLWRIGHT_LISTS", mode)?,
            pinned: pinned
                .unwrap_or_default()
                .into_iter()
                .map(NamePattern::new)
                .collect(),
        })
    }
}

fn mode(text: &str) -> Result<ListMode, String> {
    match text.to_ascii_lowercase().as_str() {
        "full" => Ok(ListMode::Full),
        "lean" => Ok(ListMode::Lean),
        "auto" => Ok(ListMode::Auto),
        _ => Err("expected `full`, `lean` or `auto`".into()),
    }
}
