//! Which tools may run.

use toolwright::{
    cli::setting,
    govern::{NamePattern, Policy},
};

use super::{error::ConfigError, settings::Settings, value::names};

/// Parses the policy: all tools, those of the list, or none.
pub(super) fn read(settings: &Settings) -> Result<Policy, ConfigError> {
    if !settings.read("MCP_TOOLS", setting::switch)? {
        return Ok(Policy::none());
    }
    let is_enforced = settings.read("TOOLS_POLICY", setting::switch)?;
    Ok(match settings.read_if("TOOL_WHITELIST", names)? {
        Some(names) if is_enforced => Policy::only(names.into_iter().map(NamePattern::new)),
        _ => Policy::all(),
    })
}
