//! `tools check`: what is wrong with the definitions of a file.

use std::path::Path;

use serde_json::json;
use toolwright::cli::{Failure, output};
use toolwright_registry::{Engines, Invalid, NewTool, Problems, SentTools, ToolsFile};

use super::definitions::{RemoteDefinitions, read};
use crate::app::remote::RemoteServer;

/// Checks the definitions of a file with the engines of this machine.
pub(super) async fn here(engines: &Engines, file: &Path, json: bool) -> Result<(), Failure> {
    let text = read(file)?;
    let name = file.display().to_string();
    let checked = match ToolsFile::parse_any(&name, &text, engines) {
        Ok(tools) => check_machine(&name, &text, tools).await,
        Err(invalid) => Err(invalid),
    };
    report(&name, checked, json)
}

/// Checks the definitions of a file on a server elsewhere.
pub(super) async fn elsewhere(
    server: &RemoteServer,
    file: &Path,
    json: bool,
) -> Result<(), Failure> {
    let text = read(file)?;
    let name = file.display().to_string();
    let checked = match SentTools::read(&name, &text) {
        Ok(sent) => {
            let checked = RemoteDefinitions::tools(server).check(&sent).await?;
            checked.map(|tools| tools.len())
        }
        Err(invalid) => Err(invalid),
    };
    report(&name, checked, json)
}

/// Prints how many tools there are, or everything that is wrong.
fn report(name: &str, checked: Result<usize, Invalid>, json: bool) -> Result<(), Failure> {
    match checked {
        Ok(count) if json => Ok(output::print_json(
            &json!({"tools": count, "problems": []}),
        )?),
        Ok(count) => Ok(output::print(&format!(
            "{name}: {count} tools, no problems"
        ))?),
        Err(invalid) if json => {
            output::print_json(&json!({"problems": invalid.problems}))?;
            Err(Failure::because(format!(
                "{} problems",
                invalid.problems.len()
            )))
        }
        Err(invalid) => Err(Failure::because(invalid.to_string())),
    }
}

/// Checks what the definitions name on this machine: scripts, functions, the interpreter.
async fn check_machine(file: &str, text: &str, tools: Vec<NewTool>) -> Result<usize, Invalid> {
    let problems = Problems::of(text);
    for tool in &tools {
        if let Err(message) = tool.spec.check().await {
            let path = match tool.path.as_str() {
                "" => "config".to_owned(),
                path => format!("{path}.config"),
            };
            problems.add(tool.place, path, message);
        }
    }
    problems.into_result(file, Some(tools.len()))
}
