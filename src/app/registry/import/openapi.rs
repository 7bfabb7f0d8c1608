//! `tools import openapi`: an `http` tool for each operation of a document.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::Value;
use toolwright::{
    cli::{Failure, output},
    govern::NamePattern,
};
use toolwright_http::RequestLimits;
use toolwright_registry::{HttpClients, Import, ImportOptions, Invalid, Registry, ToolSpec};
use url::Url;

use crate::app::registry::{
    arguments::WriteArguments,
    definitions::{LocalTools, commands::put, read},
};

/// The largest document, and how long fetching it may take.
const MAX_BYTES: usize = 32 * 1024 * 1024;
const TIMEOUT: Duration = Duration::from_secs(60);

/// How many operations are named that are left out for the same reason.
const SHOWN_NAMES: usize = 3;

/// The document, and what of it is imported.
#[derive(Debug, clap::Args)]
pub(in crate::app::registry) struct OpenApiArguments {
    /// A file or an address: OpenAPI 3.0 or 3.1 in JSON or YAML; `-` is standard input
    source: String,
    /// Only operations with these names or paths, as in `list*,/users/*`
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Text that the name of each tool begins with
    #[arg(long, default_value = "")]
    prefix: String,
    /// Address of the server, in place of the one in the document
    #[arg(long)]
    base_url: Option<String>,
    /// File with the `auth` of each tool, as in `{"type": "bearer", "token": "…"}`
    #[arg(long)]
    auth: Option<PathBuf>,
    #[command(flatten)]
    write: WriteArguments,
}

/// Imports the operations of a document.
pub(super) async fn import(
    registry: &Registry,
    arguments: OpenApiArguments,
) -> Result<(), Failure> {
    let source = &arguments.source;
    let origin = Url::parse(source)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https"));
    let text = match &origin {
        Some(url) => fetch(&registry.engines().http, url).await?,
        None => read(Path::new(source))?,
    };
    let options = ImportOptions {
        only: arguments.only.into_iter().map(NamePattern::new).collect(),
        prefix: arguments.prefix,
        base_url: arguments.base_url,
        origin,
        auth: arguments.auth.as_deref().map(read_auth).transpose()?,
    };
    let import = Import::read(&text, &options)
        .map_err(|error| Failure::because(format!("`{source}`: {error}")))?;
    let wants_credentials = import.wants_credentials;
    let (specs, skipped) = specs(import, registry);
    for (operations, reason) in by_reason(&skipped) {
        output::notice(&format!("left out {operations}: {reason}"));
    }
    if specs.is_empty() {
        return Err(Failure::because(format!(
            "`{source}` has no operation that can be imported"
        )));
    }
    if wants_credentials && options.auth.is_none() {
        output::notice("the service wants credentials: `--auth FILE` adds them to each tool");
    }
    let place = LocalTools(registry);
    let drafts = place.derived(specs).await?;
    put(&place, drafts, arguments.write).await
}

/// Returns the definitions that are valid, and the operations that are left out with the reason.
fn specs(import: Import, registry: &Registry) -> (Vec<Arc<ToolSpec>>, Vec<(String, String)>) {
    let skipped = import.skipped.into_iter();
    let mut skipped: Vec<_> = skipped
        .map(|skipped| (skipped.operation, skipped.reason))
        .collect();
    let mut specs = Vec::new();
    for definition in import.definitions {
        let name = definition.get("name").and_then(Value::as_str);
        let name = name.unwrap_or_default();
        match ToolSpec::of_json(name, &definition, registry.engines()) {
            Ok(spec) => specs.push(Arc::new(spec)),
            Err(invalid) => skipped.push((name.to_owned(), reason_of(&invalid))),
        }
    }
    (specs, skipped)
}

/// Returns the problems of a definition without their lines: its text is nowhere to be seen.
fn reason_of(invalid: &Invalid) -> String {
    let problems = invalid.problems.iter();
    let problems: Vec<String> = problems
        .map(|problem| format!("{}: {}", problem.path, problem.message))
        .collect();
    problems.join("; ")
}

/// Returns each reason once, with the operations that are left out because of it.
fn by_reason(skipped: &[(String, String)]) -> Vec<(String, &str)> {
    let mut reasons: Vec<(Vec<&str>, &str, String)> = Vec::new();
    for (operation, reason) in skipped {
        // A reason may name its operation.
        let cause = reason.replace(&format!("`{operation}`"), "");
        match reasons.iter_mut().find(|(_, _, known)| *known == cause) {
            Some((operations, _, _)) => operations.push(operation),
            None => reasons.push((vec![operation], reason, cause)),
        }
    }
    let reasons = reasons.into_iter();
    reasons
        .map(|(operations, reason, _)| (names(&operations), reason))
        .collect()
}

/// Names one operation, or the number of several and the first ones.
fn names(operations: &[&str]) -> String {
    let shown = operations.iter().take(SHOWN_NAMES);
    let shown: Vec<String> = shown.map(|name| format!("`{name}`")).collect();
    let dots = match operations.len() > SHOWN_NAMES {
        true => ", …",
        false => "",
    };
    match operations.len() {
        1 => shown.concat(),
        several => format!("{several} operations ({}{dots})", shown.join(", ")),
    }
}

async fn fetch(clients: &HttpClients, url: &Url) -> Result<String, Failure> {
    let limits = RequestLimits {
        most_bytes: MAX_BYTES,
        deadline: Instant::now() + TIMEOUT,
    };
    let failed = |why: String| Failure::because(format!("cannot fetch `{url}`: {why}"));
    let fetched = clients.fetch(url.clone(), limits).await;
    let response = fetched.map_err(|error| failed(error.to_string()))?;
    if !response.status.is_success() {
        return Err(failed(format!("the server answered {}", response.status)));
    }
    String::from_utf8(response.body.to_vec()).map_err(|_| failed("it is not UTF-8 text".into()))
}

fn read_auth(file: &Path) -> Result<Value, Failure> {
    // A message must not show what is in the file.
    serde_json::from_str(&read(file)?)
        .map_err(|_| Failure::because(format!("`{}` is not JSON", file.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_of_several_operations_is_told_once() {
        let skipped = |name: &str, why: &str| (name.to_owned(), why.to_owned());
        let skipped = [
            skipped("a", "`a`: private"),
            skipped("b", "no JSON"),
            skipped("c", "`c`: private"),
            skipped("d", "`d`: private"),
            skipped("e", "`e`: private"),
        ];
        let told = by_reason(&skipped);
        let expected = [
            ("4 operations (`a`, `c`, `d`, …)".to_owned(), "`a`: private"),
            ("`b`".to_owned(), "no JSON"),
        ];
        assert_eq!(told, expected);
    }
}
