//! [`Plan`]: a list of calls.

use serde::Deserialize;
use serde_json::{Map, Value};

/// The name of the tool that runs plans. It cannot be a step.
pub(super) const PLAN_TOOL: &str = "run_plan";
/// The maximum number of steps of a plan.
pub(super) const MAX_STEPS: usize = 100;

/// A list of calls that are executed as one.
///
/// In JSON, a plan is a list of steps or an object with the list in `steps`:
///
/// ```
/// use toolwright::plan::Plan;
///
/// let list = r#"[{"tool": "add", "arguments": {"a": 1, "b": 2}}, {"tool": "now"}]"#;
/// let object = format!(r#"{{"steps": {list}}}"#);
/// let (list, object): (Plan, Plan) = (serde_json::from_str(list)?, serde_json::from_str(&object)?);
/// assert_eq!(list, object);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "PlanInput")]
pub struct Plan {
    pub(super) steps: Vec<Step>,
}

/// One call of a plan.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Step {
    /// The name of the tool.
    pub tool: String,
    /// The arguments of the call.
    #[serde(default)]
    pub arguments: Map<String, Value>,
}

/// The two ways to write a plan in JSON.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a list of steps, or an object with the list in `steps`; a step is {\"tool\": …, \"arguments\": {…}}"
)]
enum PlanInput {
    List(Vec<Step>),
    Object { steps: Vec<Step> },
}

impl TryFrom<PlanInput> for Plan {
    type Error = String;

    fn try_from(input: PlanInput) -> Result<Self, String> {
        let (PlanInput::List(steps) | PlanInput::Object { steps }) = input;
        Self::new(steps)
    }
}

impl Plan {
    /// Creates a plan of these steps.
    ///
    /// # Errors
    /// If there are more than 100 steps.
    pub fn new(steps: Vec<Step>) -> Result<Self, String> {
        match steps.len() {
            count if count > MAX_STEPS => {
                Err(format!("a plan has at most {MAX_STEPS} steps, got {count}"))
            }
            _ => Ok(Self { steps }),
        }
    }
}
