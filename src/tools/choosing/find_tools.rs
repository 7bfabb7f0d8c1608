//! `find_tools`: finds the tools that fit a task.

use toolwright::{Context, State, ToolError, tool};

use super::ToolFinder;
use crate::choice::{Choice, ChoiceRequest};

/// Finds the tools of this server that fit a task. Use it whenever no tool in your list fits.
///
/// Say in `task` what is to be done, in the words of the person, one thing at a time. If that is not English, say it in
/// English too, in `task_in_english`. The answer has the best tools with the schemas of their arguments, and `fit`:
/// `tool` (call one of them, with `call_tool`), `nothing` (answer yourself) or `ask_person` (the task lacks something:
/// ask the person first).
#[tool(title = "Find tools", read_only, idempotent, parallel, tags("tools"))]
pub(super) async fn find_tools(
    context: Context,
    finder: State<ToolFinder>,
    /// What is to be done, for instance `How much are 20 euros in won?`
    #[length(1..=4000)]
    task: String,
    /// The task in English, if it is in another language.
    #[length(0..=4000)]
    task_in_english: Option<String>,
    /// The most tools that are returned.
    #[default(5)]
    #[range(1..=20)]
    limit: u32,
) -> Result<Choice, ToolError> {
    if task.trim().is_empty() {
        return Err(ToolError::failed("`task` is empty: say what is to be done"));
    }
    let policy = finder.executor()?.policy().clone();
    let client = context.client().clone();
    let request = ChoiceRequest {
        task,
        task_in_english,
        limit: usize::try_from(limit).unwrap_or(usize::MAX),
        explain: false,
    };
    let snapshot = context.catalog().snapshot();
    let choice = finder.chooser.choose(request, snapshot, move |tool| {
        policy.check(&client, tool.clone()).is_ok()
    });
    Ok(choice.await)
}
