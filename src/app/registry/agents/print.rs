//! Prints agents, and what their providers want.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use toolwright::cli::{Failure, output};

/// Prints the body of a request to a provider, and on standard error what to know about it.
pub(super) fn print_export(
    request: &Map<String, Value>,
    renamed: &Value,
    problems: &Value,
) -> Result<(), Failure> {
    let renamed: BTreeMap<String, String> =
        serde_json::from_value(renamed.clone()).unwrap_or_default();
    for (exported, name) in renamed {
        output::notice(&format!("`{name}` is called `{exported}` there"));
    }
    for problem in problems.as_array().into_iter().flatten() {
        output::notice(problem.as_str().unwrap_or_default());
    }
    Ok(output::print_json(request)?)
}

/// Prints agents.
pub(super) fn print_list(agents: &[Value], json: bool) -> Result<(), Failure> {
    if json {
        return Ok(output::print_json(&agents)?);
    }
    if agents.is_empty() {
        output::notice("there are no agents; `agents add` adds one");
    }
    for agent in agents {
        let text = |name: &str| agent[name].as_str().unwrap_or_default();
        let is = |name: &str| agent[name] == true;
        let mut parts = vec![
            format!("{}/{}", text("model_provider"), text("model_name")),
            match agent["tool_count"].as_u64().unwrap_or_default() {
                1 => "1 tool".to_owned(),
                count => format!("{count} tools"),
            },
        ];
        parts.extend((!is("is_active")).then(|| "off".to_owned()));
        parts.extend((!is("is_public")).then(|| format!("private to {}", text("owner"))));
        let (name, parts) = (text("name"), parts.join(", "));
        let about = text("description").lines().next().unwrap_or_default();
        output::print_line(format!("{name}  {parts}  {about}").trim_end())?;
    }
    Ok(())
}

/// Refuses an edit that changes the name.
pub(super) fn check_name(new: &str, old: &str) -> Result<(), Failure> {
    match new == old {
        true => Ok(()),
        false => Err(Failure::because(
            "an edit cannot change the name: add an agent and remove the old one",
        )),
    }
}
