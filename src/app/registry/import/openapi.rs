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
use toolwright_registry::{HttpClients, Import, ImportOptions, Registry, ToolSpec};
use url::Url;

use crate::app::registry::{arguments::WriteArguments, change, inspect::read};

/// The largest document, and how long fetching it may take.
const MOST_BYTES: usize = 32 * 1024 * 1024;
const TIMEOUT: Duration = Duration::from_secs(60);

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
    let (specs, skipped) = specs(&import, registry);
    for (operation, reason) in &skipped {
        output::notice(&format!("left out `{operation}`: {reason}"));
    }
    if specs.is_empty() {
        return Err(Failure::because(format!(
            "`{source}` has no operation that can be imported"
        )));
    }
    if import.wants_credentials && options.auth.is_none() {
        output::notice("the service wants credentials: `--auth FILE` adds them to each tool");
    }
    change::put(registry, specs, arguments.write).await
}

/// Returns the definitions that are valid, and the operations that are left out with the reason.
fn specs(import: &Import, registry: &Registry) -> (Vec<Arc<ToolSpec>>, Vec<(String, String)>) {
    let skipped = import.skipped.iter();
    let mut skipped: Vec<_> = skipped
        .map(|skipped| (skipped.operation.clone(), skipped.reason.clone()))
        .collect();
    let mut specs = Vec::new();
    for definition in &import.definitions {
        let name = definition.get("name").and_then(Value::as_str);
        let name = name.unwrap_or_default();
        match ToolSpec::of_json(name, definition, registry.engines()) {
            Ok(spec) => specs.push(Arc::new(spec)),
            Err(invalid) => skipped.push((name.to_owned(), invalid.to_string())),
        }
    }
    (specs, skipped)
}

async fn fetch(clients: &HttpClients, url: &Url) -> Result<String, Failure> {
    let limits = RequestLimits {
        most_bytes: MOST_BYTES,
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
