//! `toolwright servers add`, `remove`, `enable`, `disable` and `import`: change `mcp.json`, or the servers in a database.
//!
//! Comments and the order of the file are kept. What would be malformed is not written.

use std::path::PathBuf;

use clap::ValueEnum as _;
use serde_json::{Map, Value, json};
use toolwright::cli::{Failure, Host, UserFolders, output, setting};
use toolwright_base::files;
use toolwright_registry::{ExpectedServer, PastedServers, ServersError};

use super::open::{RegistryOptions, because};

/// The longest file that is imported, in bytes. Some hosts keep more than settings in it.
const MAX_IMPORTED: u64 = 64 * 1024 * 1024;

// A server, as words and flags name it. No doc comment: the help of a command would begin with it.
#[derive(Debug, clap::Args)]
pub(in crate::app) struct ServerArguments {
    /// Address of the server, or a program with its arguments; options stand before it
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "URL|COMMAND"
    )]
    target: Vec<String>,
    /// Header of each request to the address, as in `Authorization: Bearer ${TOKEN}`; can be repeated.
    /// `${NAME}` is replaced with the variable
    #[arg(long = "header", value_name = "HEADER", value_parser = header)]
    headers: Vec<(String, String)>,
    /// The address is one of HTTP+SSE, the transport of 2024-11-05
    #[arg(long)]
    from_sse: bool,
    /// Only tools and prompts with these names, as in `read_*,list_*`
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    include: Vec<String>,
    /// No tools and prompts with these names
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    exclude: Vec<String>,
}

/// A server that is added.
#[derive(Debug, clap::Args)]
pub(super) struct AddArguments {
    /// The name, which its tools begin with
    pub(super) name: String,
    #[command(flatten)]
    server: ServerArguments,
    /// Variable of the program, as in `TOKEN=${FILES_TOKEN}`; can be repeated
    #[arg(long = "env", value_name = "KEY=VALUE", value_parser = setting::variable)]
    variables: Vec<(String, String)>,
    /// Text before the names of its tools, in place of the name
    #[arg(long)]
    prefix: Option<String>,
    /// A header or variable that is a credential, and is stored sealed; can be repeated. What looks like a
    /// credential is sealed anyway, unless it has `${NAME}`
    #[arg(long = "secret", value_name = "NAME")]
    pub(super) secrets: Vec<String>,
}

/// A host or a file with servers, and which of them are taken.
#[derive(Debug, clap::Args)]
pub(super) struct ImportArguments {
    /// `claude-desktop`, `cursor`, `vscode` and other hosts of `toolwright install`, or a file
    source: String,
    /// Only the servers with these names
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Print what would be added, and write nothing
    #[arg(long)]
    pub(super) dry_run: bool,
}

/// Parses `Name: value`.
fn header(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once(':');
    let (name, value) = parts.ok_or("expected a name and a value, as in `X-Team: blue`")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl ServerArguments {
    /// Returns whether the server is one on the network.
    pub(in crate::app) fn is_address(&self) -> bool {
        let is_url = |text: &String| text.starts_with("http://") || text.starts_with("https://");
        self.target.len() == 1 && self.target.first().is_some_and(is_url)
    }

    /// Returns the entry of `mcp.json`.
    pub(in crate::app) fn entry(&self) -> Result<Map<String, Value>, Failure> {
        let mut entry = Map::new();
        if self.is_address() {
            if self.from_sse {
                entry.insert("type".into(), json!("sse"));
            }
            entry.insert("url".into(), json!(self.target.concat()));
        } else if self.from_sse || !self.headers.is_empty() {
            let why = "`--from-sse` and `--header` are for an address";
            return Err(Failure::Usage(why.to_owned()));
        } else {
            entry.insert("command".into(), json!(self.target[0]));
            entry.insert("args".into(), json!(self.target[1..]));
        }
        let list = |texts: &[String]| (!texts.is_empty()).then(|| json!(texts));
        let optional = [
            ("headers", texts(&self.headers)),
            ("include", list(&self.include)),
            ("exclude", list(&self.exclude)),
        ];
        add_to(&mut entry, optional);
        Ok(entry)
    }
}

impl AddArguments {
    /// Returns the entry of `mcp.json`.
    pub(super) fn entry(&self) -> Result<Map<String, Value>, Failure> {
        if self.server.is_address() && !self.variables.is_empty() {
            return Err(Failure::Usage("`--env` is for a program".to_owned()));
        }
        let mut entry = self.server.entry()?;
        let prefix = self.prefix.as_ref().map(|text| json!(text));
        add_to(
            &mut entry,
            [("env", texts(&self.variables)), ("prefix", prefix)],
        );
        Ok(entry)
    }
}

/// Adds the members that have a value.
fn add_to<const N: usize>(
    entry: &mut Map<String, Value>,
    members: [(&'static str, Option<Value>); N],
) {
    let members = members.into_iter();
    entry.extend(members.filter_map(|(name, value)| Some((name.to_owned(), value?))));
}

/// Returns an object of texts, or `None` if there are none.
fn texts(pairs: &[(String, String)]) -> Option<Value> {
    let object = pairs.iter().map(|(name, text)| (name.clone(), json!(text)));
    (!pairs.is_empty()).then(|| Value::Object(object.collect()))
}

/// Adds a server, or replaces the one of the same name.
pub(super) fn add(options: &RegistryOptions, arguments: &AddArguments) -> Result<(), Failure> {
    let (file, name) = (options.servers(), &arguments.name);
    let entry = arguments.entry()?;
    let added = file.put(name, entry, &arguments.secrets, &ExpectedServer::Any);
    let was_there = added.map_err(unwritten)?;
    let done = if was_there { "replaced" } else { "added" };
    let place = file.place();
    output::notice(&format!("{done} `{name}` in {place}"));
    Ok(())
}

/// Removes a server.
pub(super) fn remove(options: &RegistryOptions, name: &str) -> Result<(), Failure> {
    let file = options.servers();
    file.remove(name, &ExpectedServer::Any).map_err(because)?;
    let place = file.place();
    output::notice(&format!("removed `{name}` from {place}"));
    Ok(())
}

/// Lets a server be connected to, or not.
pub(super) fn switch(options: &RegistryOptions, name: &str, is_on: bool) -> Result<(), Failure> {
    let change = |entry: &mut Map<String, Value>| {
        entry.insert("disabled".to_owned(), json!(!is_on));
    };
    let file = options.servers();
    let changed = file.patch(name, change, &[], &ExpectedServer::Any);
    changed.map_err(unwritten)?;
    let done = if is_on { "enabled" } else { "disabled" };
    output::notice(&format!("{done} `{name}`"));
    Ok(())
}

/// Adds the servers of a host or of a file. Those that are there already stay as they are.
pub(super) fn import(
    options: &RegistryOptions,
    arguments: &ImportArguments,
) -> Result<(), Failure> {
    let file = options.servers();
    let imported = file.import(pasted(arguments)?, arguments.dry_run);
    let imported = imported.map_err(unwritten)?;
    let left_out = imported.left_out.into_iter();
    let left_out = left_out.map(|(name, why)| (name, why.to_owned()));
    print_imported(
        &imported.added,
        left_out,
        arguments.dry_run,
        Some(&file.place()),
    )
}

/// Prints what was imported, or would be. `place` is where they are now, if that is known.
pub(super) fn print_imported(
    added: &Map<String, Value>,
    left_out: impl Iterator<Item = (String, String)>,
    is_dry_run: bool,
    place: Option<&str>,
) -> Result<(), Failure> {
    for (name, why) in left_out {
        output::notice(&format!("left out `{name}`: {why}"));
    }
    if added.is_empty() {
        output::notice("there is nothing to add");
    } else if is_dry_run {
        output::print_json(&json!({"mcpServers": added}))?;
    } else {
        let names: Vec<_> = added.keys().map(|name| format!("`{name}`")).collect();
        let place = place.map(|place| format!(" to {place}"));
        let place = place.unwrap_or_default();
        output::notice(&format!("added {}{place}", names.join(", ")));
    }
    Ok(())
}

/// Returns the servers of the source that are wanted.
pub(super) fn pasted(arguments: &ImportArguments) -> Result<PastedServers, Failure> {
    let source = &arguments.source;
    let host = Host::from_str(source, true).ok();
    let folders = UserFolders::current().map_err(Failure::because)?;
    let path = host.and_then(|host| host.file(&folders));
    let path = path.unwrap_or_else(|| PathBuf::from(source));
    let shown = path.display().to_string();
    if !path.is_file() {
        return Err(Failure::because(format!("`{shown}` does not exist")));
    }
    let unreadable = |error| Failure::because(format!("cannot read `{shown}`: {error}"));
    let text = files::read_text(&path, MAX_IMPORTED).map_err(unreadable)?;
    let pasted = PastedServers::read(&shown, &text);
    let pasted = pasted.map_err(|invalid| Failure::because(invalid.to_string()))?;
    Ok(pasted.only(&arguments.only))
}

/// Returns the error for a name that no server has.
pub(super) fn unknown(name: &str) -> Failure {
    because(ServersError::Unknown(name.to_owned()))
}

/// Converts the error of a change that was not made.
fn unwritten(error: ServersError) -> Failure {
    match error {
        ServersError::Invalid(invalid) => {
            Failure::because(format!("{invalid}\nnothing was written"))
        }
        other => because(other),
    }
}
