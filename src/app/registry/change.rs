//! The commands that change the registry.

use std::{
    env, fs,
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use serde_json::{Map, Value, json};
use toolwright::cli::{Failure, output};
use toolwright_base::{files::replace, token};
use toolwright_registry::{Action, Expected, Record, Registry, Request, ToolSpec, ToolsFile, mask};

use super::{
    arguments::{NameArguments, RollbackArguments, WriteArguments},
    difference::difference,
    inspect::read,
    open::failure,
};

/// Adds the tools of a file.
pub(super) async fn add(
    registry: &Registry,
    file: &Path,
    write: WriteArguments,
) -> Result<(), Failure> {
    let text = read(file)?;
    let name = file.display().to_string();
    let specs = ToolsFile::parse_any(&name, &text, registry.engines());
    let specs = specs.map_err(|invalid| Failure::because(invalid.to_string()))?;
    let specs = specs.into_iter().map(|new| new.spec).collect();
    put(registry, specs, write).await
}

/// Adds definitions, or replaces those of the same names after showing the difference.
pub(super) async fn put(
    registry: &Registry,
    specs: Vec<Arc<ToolSpec>>,
    write: WriteArguments,
) -> Result<(), Failure> {
    let mut requests = Vec::new();
    let mut is_overwritten = false;
    for spec in specs {
        let mut spec = derived(registry, &spec).await?;
        let expected = match registry.get(spec.name()) {
            None => Expected::Absent,
            Some(record) => {
                // A tool keeps its owner unless the definition names one.
                if let (None, Some(owner)) = (spec.owner(), record.spec.owner()) {
                    spec = Arc::new(spec.with_owner(Some(owner)));
                }
                let lines = difference(record.spec.json(), spec.json());
                if lines.is_empty() {
                    continue;
                }
                is_overwritten = true;
                output::notice(&format!("{}:\n  {}", spec.name(), lines.join("\n  ")));
                Expected::Revision(record.revision)
            }
        };
        requests.push(request(Action::Put(spec), expected));
    }
    if is_overwritten {
        ask(write)?;
    }
    apply(registry, requests, write.json).await
}

/// Lets the user change a tool in an editor.
pub(super) async fn edit(registry: &Registry, arguments: &NameArguments) -> Result<(), Failure> {
    let name = &arguments.name;
    let record = record(registry, name)?;
    let mut shown = record.spec.json().clone();
    mask(&mut shown);
    let path = in_editor(name, &shown)?;
    let changed = put_edited(registry, &record, (&shown, &path), arguments.json).await;
    finish_edit(&path, changed)
}

/// Removes the file that a tool was edited in, unless the change failed.
pub(super) fn finish_edit(path: &Path, changed: Result<(), Failure>) -> Result<(), Failure> {
    match &changed {
        Ok(()) => fs::remove_file(path)?,
        Err(_) => output::notice(&format!("your text is in `{}`", path.display())),
    }
    changed
}

/// Replaces a tool, which was `shown` to the user, by what the user made of it in the file `path`.
async fn put_edited(
    registry: &Registry,
    record: &Record,
    (shown, path): (&Map<String, Value>, &Path),
    json: bool,
) -> Result<(), Failure> {
    let spec = ToolSpec::parse(
        &path.display().to_string(),
        &read(path)?,
        registry.engines(),
    );
    let spec = spec.map_err(|invalid| Failure::because(invalid.to_string()))?;
    if spec.name() != record.spec.name() {
        let message = "an edit cannot change the name: add a tool and remove the old one";
        return Err(Failure::because(message));
    }
    let lines = difference(shown, spec.json());
    if lines.is_empty() {
        output::notice("nothing changed");
        return Ok(());
    }
    output::notice(&lines.join("\n"));
    let spec = derived(registry, &spec).await?;
    let put = request(Action::Put(spec), Expected::Revision(record.revision));
    apply(registry, vec![put], json).await
}

/// Returns the definition with what its engine knows filled in.
async fn derived(registry: &Registry, spec: &ToolSpec) -> Result<Arc<ToolSpec>, Failure> {
    let derived = spec.derived(registry.engines()).await;
    derived
        .map(Arc::new)
        .map_err(|invalid| Failure::because(invalid.to_string()))
}

/// Writes a definition to a file and opens it in an editor. Returns the file when the editor has
/// ended.
pub(super) fn in_editor(name: &str, shown: &Map<String, Value>) -> Result<PathBuf, Failure> {
    let path = env::temp_dir().join(format!("{name}-{}.json", token::random()));
    let text = serde_json::to_string_pretty(shown).map_err(io::Error::other)?;
    replace(&path, text.as_bytes())?;
    match run_editor(&path) {
        Ok(()) => Ok(path),
        Err(failure) => {
            fs::remove_file(&path)?;
            Err(failure)
        }
    }
}

fn run_editor(path: &Path) -> Result<(), Failure> {
    let editor = env::var("VISUAL").or_else(|_| env::var("EDITOR"));
    let editor = editor.unwrap_or_else(|_| "vi".into());
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let status = Command::new(program).args(words).arg(path).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::because(format!(
            "the editor `{program}` failed: {status}"
        ))),
        Err(error) => Err(Failure::because(format!(
            "the editor `{program}` cannot be started: {error}"
        ))),
    }
}

/// Switches a tool on or off.
pub(super) async fn switch(
    registry: &Registry,
    arguments: &NameArguments,
    is_active: bool,
) -> Result<(), Failure> {
    let record = record(registry, &arguments.name)?;
    let spec = Arc::new(record.spec.switched(is_active));
    let put = request(Action::Put(spec), Expected::Revision(record.revision));
    apply(registry, vec![put], arguments.json).await
}

/// Removes a tool.
pub(super) async fn remove(registry: &Registry, arguments: &NameArguments) -> Result<(), Failure> {
    let action = Action::Remove(arguments.name.clone());
    apply(
        registry,
        vec![request(action, Expected::Any)],
        arguments.json,
    )
    .await
}

/// Brings a removed tool back.
pub(super) async fn restore(registry: &Registry, arguments: &NameArguments) -> Result<(), Failure> {
    let action = Action::Restore(arguments.name.clone());
    apply(
        registry,
        vec![request(action, Expected::Absent)],
        arguments.json,
    )
    .await
}

/// Brings an earlier version of a tool back.
pub(super) async fn rollback(
    registry: &Registry,
    arguments: RollbackArguments,
) -> Result<(), Failure> {
    let RollbackArguments {
        name,
        version,
        write,
    } = arguments;
    let expected = match registry.get(&name) {
        None => Expected::Absent,
        Some(record) => {
            let versions = registry.history(&name).await.map_err(failure)?;
            let wanted = versions.into_iter().find(|found| found.revision == version);
            let wanted = wanted.and_then(|version| version.spec);
            let wanted = wanted.ok_or_else(|| no_version(&name, version))?;
            output::notice(&difference(record.spec.json(), &wanted).join("\n"));
            ask(write)?;
            Expected::Revision(record.revision)
        }
    };
    let back = request(Action::Rollback(name, version), expected);
    apply(registry, vec![back], write.json).await
}

/// Returns the failure of a version that cannot come back.
pub(super) fn no_version(name: &str, version: u64) -> Failure {
    Failure::because(format!(
        "`{name}` has no version {version} with a definition"
    ))
}

fn record(registry: &Registry, name: &str) -> Result<Record, Failure> {
    let unknown = || Failure::because(format!("there is no tool `{name}` in the registry"));
    registry.get(name).ok_or_else(unknown)
}

/// Asks whether to overwrite what was shown.
pub(super) fn ask(write: WriteArguments) -> Result<(), Failure> {
    if write.yes {
        return Ok(());
    }
    if !io::stdin().is_terminal() {
        return Err(Failure::because(
            "nothing was changed: `--yes` overwrites what is shown above",
        ));
    }
    let _ = write!(io::stderr(), "Overwrite? [y/N] ");
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    match answer.trim() {
        "y" | "Y" | "yes" => Ok(()),
        _ => Err(Failure::because("nothing was changed")),
    }
}

/// Creates the request for a change by this user.
pub(super) fn request(action: Action, expected: Expected) -> Request {
    Request {
        action,
        expected,
        by: author(),
    }
}

/// Returns the name under which changes of commands are recorded.
pub(super) fn author() -> String {
    let user = env::var("USER").or_else(|_| env::var("LOGNAME"));
    user.unwrap_or_else(|_| "command line".into())
}

/// Makes changes, and prints the new revision of each tool.
async fn apply(registry: &Registry, requests: Vec<Request>, json: bool) -> Result<(), Failure> {
    let names: Vec<String> = requests
        .iter()
        .map(|request| request.name().to_owned())
        .collect();
    let revisions = registry.change(requests).await.map_err(failure)?;
    let changed: Vec<_> = names.into_iter().zip(revisions).collect();
    print_revisions(&changed, json)
}

/// Prints the new revision of each tool that was changed.
pub(super) fn print_revisions(changed: &[(String, u64)], json: bool) -> Result<(), Failure> {
    if json {
        let changed = changed.iter();
        let changed = changed.map(|(name, revision)| json!({"name": name, "revision": revision}));
        return Ok(output::print_json(&changed.collect::<Vec<_>>())?);
    }
    if changed.is_empty() {
        output::notice("nothing changed");
    }
    for (name, revision) in changed {
        output::print_line(&format!("{name} (revision {revision})"))?;
    }
    Ok(())
}
