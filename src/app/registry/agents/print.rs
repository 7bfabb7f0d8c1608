//! Prints agents, and what their providers want.

use serde_json::Value;
use toolwright::cli::{Failure, output};

/// Prints the body of a request to a provider, and on standard error what to know about it.
pub(super) fn print_export(exported: &Value) -> Result<(), Failure> {
    let renamed = exported["renamed"].as_object().into_iter().flatten();
    for (exported, name) in renamed {
        let name = name.as_str().unwrap_or_default();
        output::notice(&format!("`{name}` is called `{exported}` there"));
    }
    for problem in exported["problems"].as_array().into_iter().flatten() {
        output::notice(problem.as_str().unwrap_or_default());
    }
    Ok(output::print_json(&exported["request"])?)
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
