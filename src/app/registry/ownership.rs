//! Changes to the tools of a user.

use std::sync::Arc;

use toolwright::{
    Tool,
    cli::{Failure, output},
};

use super::{
    definitions::author,
    open::{RegistryOptions, failure},
};

/// Switches the tools and agents of a user off, for example because it is removed.
pub(in crate::app) async fn switch_off_tools_of(
    options: &RegistryOptions,
    tools: &[Arc<dyn Tool>],
    owner: &str,
) -> Result<(), Failure> {
    let (registry, agents) = options.open_both(tools).await?;
    let switched = registry.switch_off_tools_of(owner, &author()).await;
    let mut names = switched.map_err(failure)?;
    let switched = agents.switch_off_agents_of(owner, &author()).await;
    names.extend(switched.map_err(failure)?);
    if !names.is_empty() {
        output::notice(&format!("switched off: {}", names.join(", ")));
    }
    Ok(())
}
