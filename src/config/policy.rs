//! Which tools may run.

use super::{error::ConfigError, settings::Settings, value::entries};
use crate::{cli::setting, core::NamePattern, executor::Policy};

/// Parses the policy: all tools, those of the list, or none.
pub(super) fn read(settings: &Settings) -> Result<Policy, ConfigError> {
    if !settings.read("MCP_TOOLS", setting::switch)? {
        return Ok(Policy::none());
    }
    let is_enforced = settings.read("TOOLS_POLICY", setting::switch)?;
    Ok(match settings.text("TOOL_WHITELIST") {
        Some(names) if is_enforced => Policy::only(entries(&names).map(NamePattern::new)),
        _ => Policy::all(),
    })
}
