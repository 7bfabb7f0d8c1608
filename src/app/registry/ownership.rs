//! Changes to the tools of a user.

use std::sync::Arc;

use toolwright::{
    Tool,
    cli::{Failure, output},
};

use super::{
    change::author,
    open::{RegistryOptions, failure},
};

/// Switches the tools of a user off, for example because it is removed.
pub(in crate::app) async fn switch_off_tools_of(
    options: &RegistryOptions,
    tools: &[Arc<dyn Tool>],
    owner: &str,
) -> Result<(), Failure> {
    let registry = options.open(tools).await?;
    let switched = registry.switch_off_tools_of(owner, &author()).await;
    let names = switched.map_err(failure)?;
    if !names.is_empty() {
        output::notice(&format!("switched off: {}", names.join(", ")));
    }
    Ok(())
}
