//! `toolwright servers add`, `remove`, `enable`, `disable` and `import`: change `mcp.json`.
//!
//! Comments and the order of the file are kept. What would be malformed is not written.

use std::{
    env,
    path::{Path, PathBuf},
};

use clap::ValueEnum as _;
use serde_json::{Map, Value, json};
use toolwright::cli::{ConfigFile, Failure, Host, UserFolders, output};
use toolwright_registry::read_mcp_file;

use super::open::RegistryOptions;

/// The key of the servers in `mcp.json`.
const KEY: &str = "mcpServers";
/// The keys that hosts use for their servers.
const HOST_KEYS: [&str; 3] = ["mcpServers", "servers", "context_servers"];

/// A server that is added.
#[derive(Debug, clap::Args)]
pub(super) struct AddArguments {
    /// The name, which its tools begin with
    name: String,
    /// Address of the server, or a program with its arguments; options stand before it
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "URL|COMMAND"
    )]
    target: Vec<String>,
    /// Variable of the program, as in `TOKEN=${FILES_TOKEN}`; can be repeated
    #[arg(long = "env", value_name = "KEY=VALUE", value_parser = variable)]
    variables: Vec<(String, String)>,
    /// Header of each request to the address, as in `Authorization: Bearer ${TOKEN}`; can be repeated
    #[arg(long = "header", value_name = "HEADER", value_parser = header)]
    headers: Vec<(String, String)>,
    /// The address is one of HTTP+SSE, the transport of 2024-11-05
    #[arg(long)]
    from_sse: bool,
    /// Text before the names of its tools, in place of the name
    #[arg(long)]
    prefix: Option<String>,
    /// Only tools and prompts with these names, as in `read_*,list_*`
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    include: Vec<String>,
    /// No tools and prompts with these names
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    exclude: Vec<String>,
}

/// Where servers are taken from.
#[derive(Debug, clap::Args)]
pub(super) struct ImportArguments {
    /// `claude-desktop`, `cursor`, `vscode` and other hosts of `toolwright install`, or a file
    source: String,
    /// Only the servers with these names
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Print what would be added, and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// Parses `Name: value`.
pub(in crate::app) fn header(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once(':');
    let (name, value) = parts.ok_or("expected a name and a value, as in `X-Team: blue`")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

fn variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected KEY=VALUE".to_owned()),
    }
}

/// Returns whether words name a server on the network.
pub(in crate::app) fn is_address(words: &[String]) -> bool {
    let is_url = |text: &String| text.starts_with("http://") || text.starts_with("https://");
    words.len() == 1 && words.first().is_some_and(is_url)
}

impl AddArguments {
    /// Returns the entry of `mcp.json`.
    fn entry(&self) -> Result<Map<String, Value>, Failure> {
        let mut entry = Map::new();
        let usage = |why: &str| Err(Failure::Usage(why.to_owned()));
        match is_address(&self.target) {
            true if !self.variables.is_empty() => return usage("`--env` is for a program"),
            false if self.from_sse || !self.headers.is_empty() => {
                return usage("`--from-sse` and `--header` are for an address");
            }
            true => {
                if self.from_sse {
                    entry.insert("type".into(), json!("sse"));
                }
                entry.insert("url".into(), json!(self.target.concat()));
            }
            false => {
                entry.insert("command".into(), json!(self.target[0]));
                entry.insert("args".into(), json!(self.target[1..]));
            }
        }
        let map = |pairs: &[(String, String)]| {
            let pairs = pairs.iter().map(|(name, text)| (name.clone(), json!(text)));
            (pairs.len() > 0).then(|| Value::Object(pairs.collect()))
        };
        let list = |texts: &[String]| (!texts.is_empty()).then(|| json!(texts));
        let optional = [
            ("env", map(&self.variables)),
            ("headers", map(&self.headers)),
            ("prefix", self.prefix.as_ref().map(|text| json!(text))),
            ("include", list(&self.include)),
            ("exclude", list(&self.exclude)),
        ];
        for (name, value) in optional {
            entry.extend(value.map(|value| (name.to_owned(), value)));
        }
        Ok(entry)
    }
}

/// Adds a server, or replaces the one of the same name.
pub(super) fn add(options: &RegistryOptions, arguments: &AddArguments) -> Result<(), Failure> {
    let (path, name) = (options.servers_file(), &arguments.name);
    let file = read(&path)?;
    let entry = arguments.entry()?;
    let was_there = file.remove(KEY, name);
    file.set(KEY, name, &entry).map_err(Failure::because)?;
    write(&file, &path)?;
    let done = if was_there { "replaced" } else { "added" };
    output::notice(&format!("{done} `{name}` in `{}`", path.display()));
    Ok(())
}

/// Removes a server.
pub(super) fn remove(options: &RegistryOptions, name: &str) -> Result<(), Failure> {
    let path = options.servers_file();
    let file = read(&path)?;
    if !file.remove(KEY, name) {
        return Err(unknown(name));
    }
    write(&file, &path)?;
    output::notice(&format!("removed `{name}` from `{}`", path.display()));
    Ok(())
}

/// Lets a server be connected to, or not.
pub(super) fn switch(options: &RegistryOptions, name: &str, is_on: bool) -> Result<(), Failure> {
    let path = options.servers_file();
    let file = read(&path)?;
    if !file.entries(KEY).contains_key(name) {
        return Err(unknown(name));
    }
    let disabled = Map::from_iter([("disabled".to_owned(), json!(!is_on))]);
    file.set(KEY, name, &disabled).map_err(Failure::because)?;
    if file.is_changed() {
        write(&file, &path)?;
    }
    let done = if is_on { "enabled" } else { "disabled" };
    output::notice(&format!("{done} `{name}`"));
    Ok(())
}

/// Adds the servers of a host or of a file. Those that are there already stay as they are.
pub(super) fn import(
    options: &RegistryOptions,
    arguments: &ImportArguments,
) -> Result<(), Failure> {
    let path = options.servers_file();
    let file = read(&path)?;
    let mut added = Map::new();
    for (name, entry) in found(arguments)? {
        match importable(&name, entry, &file.entries(KEY)) {
            Ok(entry) => {
                file.set(KEY, &name, &entry).map_err(Failure::because)?;
                added.insert(name, Value::Object(entry));
            }
            Err(why) => output::notice(&format!("left out `{name}`: {why}")),
        }
    }
    let names: Vec<_> = added.keys().map(|name| format!("`{name}`")).collect();
    match (names.is_empty(), arguments.dry_run) {
        (true, _) => output::notice("there is nothing to add"),
        (false, true) => output::print_json(&json!({KEY: added}))?,
        (false, false) => {
            write(&file, &path)?;
            output::notice(&format!(
                "added {} to `{}`",
                names.join(", "),
                path.display()
            ));
        }
    }
    Ok(())
}

/// Returns the members of an entry, or why it is not imported.
fn importable(
    name: &str,
    entry: Value,
    there: &Map<String, Value>,
) -> Result<Map<String, Value>, &'static str> {
    match entry {
        _ if there.contains_key(name) => Err("there is a server of this name"),
        Value::Object(entry) if is_this_program(&entry) => Err("it is this program"),
        Value::Object(entry) => Ok(entry),
        _ => Err("it is no object"),
    }
}

/// Returns the servers of the source that are wanted.
fn found(arguments: &ImportArguments) -> Result<Map<String, Value>, Failure> {
    let source = &arguments.source;
    let host = Host::from_str(source, true).ok();
    let folders = UserFolders::current().map_err(Failure::because)?;
    let path = host.and_then(|host| host.file(&folders));
    let path = path.unwrap_or_else(|| PathBuf::from(source));
    if !path.is_file() {
        let why = format!("`{}` does not exist", path.display());
        return Err(Failure::because(why));
    }
    let file = ConfigFile::read(&path).map_err(Failure::because)?;
    let keys = host.map_or(HOST_KEYS.to_vec(), |host| vec![host.key()]);
    let found = keys.into_iter().map(|key| file.entries(key));
    let found = found.into_iter().find(|entries| !entries.is_empty());
    let none = || Failure::because(format!("`{}` has no servers", path.display()));
    let only = &arguments.only;
    let is_wanted = |name: &String| only.is_empty() || only.contains(name);
    let found = found.ok_or_else(none)?.into_iter();
    Ok(found.filter(|(name, _)| is_wanted(name)).collect())
}

/// Whether an entry starts this program, which would start itself without end.
fn is_this_program(entry: &Map<String, Value>) -> bool {
    let command = entry.get("command").and_then(Value::as_str);
    let name = |path: &Path| path.file_name().map(ToOwned::to_owned);
    let own = env::current_exe().ok();
    command.is_some_and(|command| own.is_some_and(|own| name(&own) == name(Path::new(command))))
}

fn unknown(name: &str) -> Failure {
    Failure::because(format!("there is no MCP server `{name}`"))
}

fn read(path: &Path) -> Result<ConfigFile, Failure> {
    ConfigFile::read(path).map_err(Failure::because)
}

/// Writes a file that is well-formed.
fn write(file: &ConfigFile, path: &Path) -> Result<(), Failure> {
    let checked = read_mcp_file(&path.to_string_lossy(), &file.text());
    checked.map_err(|invalid| Failure::because(format!("{invalid}\nnothing was written")))?;
    let failed = |error| Failure::because(format!("cannot write `{}`: {error}", path.display()));
    file.write().map_err(failed)
}
