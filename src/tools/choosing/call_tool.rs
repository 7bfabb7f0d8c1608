//! `call_tool`: calls a tool that was found.
//!
//! The call takes the way of every call: the policy decides, the limits of the called tool hold, and the log has a
//! record under its name.

use serde_json::{Map, Value};
use toolwright::{Arguments, Context, State, ToolError, ToolOutput, tool};

use super::ToolFinder;
use crate::choice::OWN_TOOLS;

/// The tool that runs plans. It calls several tools itself.
const PLAN_TOOL: &str = "run_plan";

/// Calls a tool that `find_tools` has found, by its name and with the arguments that its schema asks for. The answer is
/// that of the tool.
#[tool(
    title = "Call a found tool",
    open_world,
    parallel,
    // The time limit and the rates are those of the called tool.
    timeout = "24h",
    rate_limit(per_minute = 1_000_000, per_hour = 60_000_000, concurrent = 100_000),
    task = "on_demand",
    tags("tools")
)]
pub(super) async fn call_tool(
    context: Context,
    finder: State<ToolFinder>,
    /// The name of the tool.
    #[length(1..=200)]
    name: String,
    /// The arguments, by name.
    arguments: Option<Map<String, Value>>,
) -> Result<ToolOutput, ToolError> {
    if OWN_TOOLS.contains(&name.as_str()) || name == PLAN_TOOL {
        let problem = format!("`{name}` cannot be called by `call_tool`: call it directly");
        return Err(ToolError::failed(problem));
    }
    let arguments = Arguments::from_value(&arguments.unwrap_or_default());
    let arguments = arguments.map_err(|error| ToolError::failed(error.to_string()))?;
    let executor = finder.executor()?;
    match executor.call(context.child(), &name, arguments).await {
        // An agent learns no more than from a call of its own.
        Err(ToolError::Blocked(unknown)) => Err(ToolError::NotFound(unknown)),
        answer => answer,
    }
}
