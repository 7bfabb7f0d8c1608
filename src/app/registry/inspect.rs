//! `tools check`, `tools history` and `tools export`: look at definitions.

use std::{
    io::{self, Read as _},
    path::Path,
};

use serde_json::{Value, json};
use toolwright::cli::{Failure, output};
use toolwright_base::files::read_text;
use toolwright_registry::{
    Engines, Invalid, MOST_BYTES, NewTool, Problems, Registry, ToolsFile, Version, mask,
};

use super::{arguments::NameArguments, open::failure};

/// Reads a file, or standard input for `-`.
pub(super) fn read(file: &Path) -> Result<String, Failure> {
    let text = match file.to_str() {
        Some("-") => read_stdin(),
        _ => read_text(file, MOST_BYTES),
    };
    text.map_err(|error| Failure::Usage(format!("cannot read `{}`: {error}", file.display())))
}

fn read_stdin() -> io::Result<String> {
    let mut text = String::new();
    io::stdin().take(MOST_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST_BYTES {
        return Err(io::Error::other(format!(
            "it is larger than {MOST_BYTES} bytes"
        )));
    }
    Ok(text)
}

/// Checks the definitions of a file.
pub(super) async fn check(engines: &Engines, file: &Path, json: bool) -> Result<(), Failure> {
    let text = read(file)?;
    let name = file.display().to_string();
    let checked = match ToolsFile::parse_any(&name, &text, engines) {
        Ok(tools) => check_machine(&name, &text, tools).await,
        Err(invalid) => Err(invalid),
    };
    match checked {
        Ok(tools) if json => Ok(output::print_json(
            &json!({"tools": tools.len(), "problems": []}),
        )?),
        Ok(tools) => Ok(output::print(&format!(
            "{name}: {} tools, no problems",
            tools.len()
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
async fn check_machine(
    file: &str,
    text: &str,
    tools: Vec<NewTool>,
) -> Result<Vec<NewTool>, Invalid> {
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
    problems.into_result(file, Some(tools))
}

/// Lists the versions of a tool.
pub(super) async fn history(registry: &Registry, arguments: &NameArguments) -> Result<(), Failure> {
    let mut versions = registry.history(&arguments.name).await.map_err(failure)?;
    versions
        .iter_mut()
        .filter_map(|version| version.spec.as_mut())
        .for_each(mask);
    if arguments.json {
        return Ok(output::print_json(&versions)?);
    }
    if versions.is_empty() {
        return Err(Failure::because(format!(
            "there was never a tool `{}`",
            arguments.name
        )));
    }
    for version in &versions {
        output::print_line(&line(version))?;
    }
    Ok(())
}

/// Returns a version as a line.
pub(super) fn line(version: &Version) -> String {
    let change = serde_json::to_value(version.change).unwrap_or(Value::Null);
    let change = change.as_str().unwrap_or_default();
    format!(
        "{:>4}  {}  {change:<8}  {}",
        version.revision, version.at, version.by
    )
}

/// Prints all definitions.
pub(super) fn export(registry: &Registry) -> Result<(), Failure> {
    let records = registry.records();
    let tools = records.iter().map(|record| {
        let mut json = record.spec.json().clone();
        mask(&mut json);
        json
    });
    let tools: Vec<_> = tools.collect();
    Ok(output::print_json(&json!({"tools": tools}))?)
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process::Command, sync::mpsc, thread, time::Duration};

    use toolwright_base::token;

    use super::*;

    fn refusal(path: &Path) -> String {
        match read(path) {
            Err(Failure::Usage(message)) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_pipe_and_a_huge_file_are_refused() {
        let path = env::temp_dir().join(format!("toolwright-inspect-{}", token::random()));
        assert!(
            Command::new("mkfifo")
                .arg(&path)
                .status()
                .unwrap()
                .success()
        );
        let (sender, answers) = mpsc::channel();
        let pipe = path.clone();
        thread::spawn(move || sender.send(refusal(&pipe)));
        let answer = answers.recv_timeout(Duration::from_secs(5));
        let expected = format!("cannot read `{}`: it is not a regular file", path.display());
        assert_eq!(answer.expect("nobody writes to the pipe"), expected);
        fs::remove_file(&path).unwrap();
        fs::File::create(&path).unwrap().set_len(65 << 20).unwrap();
        let error = refusal(&path);
        assert!(
            error.ends_with("it is larger than 67108864 bytes"),
            "{error}"
        );
        fs::remove_file(&path).unwrap();
    }
}
