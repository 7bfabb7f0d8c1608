//! [`Import`]: the definitions of `http` tools that a document describes.

use std::cell::Cell;

use serde_json::{Map, Value, json};
use toolwright::govern::NamePattern;
use toolwright_base::cut_text;
use url::Url;

use super::{
    document::{Document, DocumentError},
    inputs::Inputs,
    operation::Operation,
    operation_name::{Names, clean},
    server_address::server_address,
};

/// The most tools of one document.
const MOST_TOOLS: usize = 2_000;
/// The most bytes of a description, and of a title.
const MOST_DESCRIPTION: usize = 4_096;
const MOST_TITLE: usize = 120;
const MOST_TAGS: usize = 20;
/// How many values the schemas of all operations may have.
const MOST_VALUES: usize = 1_000_000;

/// The choice of operations that become tools, and their names.
#[derive(Debug, Default)]
pub struct ImportOptions {
    /// The names or paths of the operations. Empty for all.
    pub only: Vec<NamePattern>,
    /// The text that the name of each tool begins with.
    pub prefix: String,
    /// The address of the server, in place of that of the document.
    pub base_url: Option<String>,
    /// The address that the document was fetched from.
    pub origin: Option<Url>,
    /// The credentials of each tool.
    pub auth: Option<Value>,
}

/// The definitions of `http` tools that a document describes.
#[derive(Debug)]
pub struct Import {
    pub definitions: Vec<Map<String, Value>>,
    /// The operations that cannot become tools.
    pub skipped: Vec<Skipped>,
    /// Whether the document wants credentials.
    pub wants_credentials: bool,
    /// How many values the schemas of the operations that are left may have.
    values_left: Cell<usize>,
}

/// An operation that cannot become a tool.
#[derive(Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its name.
    pub operation: String,
    pub reason: String,
}

impl Import {
    /// Reads a document.
    ///
    /// # Errors
    /// If it is no document that can be imported.
    pub fn read(text: &str, options: &ImportOptions) -> Result<Self, DocumentError> {
        let document = Document::parse(text)?;
        let mut operations = Operation::all(&document);
        operations.retain(|operation| {
            let name = operation.name();
            operation.is_chosen(&options.only, &name)
        });
        if operations.len() > MOST_TOOLS {
            return Err(DocumentError::TooMany {
                count: operations.len(),
                most: MOST_TOOLS,
            });
        }
        let schemes = document.root().pointer("/components/securitySchemes");
        let mut import = Self {
            definitions: Vec::new(),
            skipped: Vec::new(),
            wants_credentials: schemes
                .and_then(Value::as_object)
                .is_some_and(|schemes| !schemes.is_empty()),
            values_left: Cell::new(MOST_VALUES),
        };
        let mut names = Names::default();
        for operation in &operations {
            import.add(&document, operation, options, &mut names)?;
        }
        Ok(import)
    }

    fn add(
        &mut self,
        document: &Document,
        operation: &Operation<'_>,
        options: &ImportOptions,
        names: &mut Names,
    ) -> Result<(), DocumentError> {
        let base_url = base_url(document, operation, options).ok_or(DocumentError::NoServer)?;
        let inputs = check_server(document, &base_url, options)
            .and_then(|()| Inputs::read(document, operation, &self.values_left));
        match inputs {
            Ok(inputs) => {
                let wanted = clean(&operation.name(), usize::MAX);
                let name = names.take(&format!("{}{wanted}", options.prefix));
                let definition = definition(operation, inputs, &name, base_url);
                self.definitions.push(with_auth(definition, options));
            }
            Err(reason) => self.skipped.push(Skipped {
                operation: operation.name(),
                reason,
            }),
        }
        Ok(())
    }
}

fn base_url(
    document: &Document,
    operation: &Operation<'_>,
    options: &ImportOptions,
) -> Option<String> {
    if let Some(base_url) = &options.base_url {
        return Some(base_url.clone());
    }
    let root = document.root().as_object();
    let owners = [Some(operation.fields), Some(operation.shared), root];
    let owners = owners.into_iter().flatten();
    let mut owners = owners.filter(|owner| owner.contains_key("servers"));
    match owners.next() {
        Some(owner) => server_address(owner, options.origin.as_ref()),
        None => server_address(&Map::new(), options.origin.as_ref()),
    }
}

/// Refuses a server that would get the credentials although it is not the first of the document.
fn check_server(
    document: &Document,
    base_url: &str,
    options: &ImportOptions,
) -> Result<(), String> {
    if options.auth.is_none() || options.base_url.is_some() {
        return Ok(());
    }
    let origin = |address: &str| {
        let address = Url::parse(address).ok()?;
        Some(address.origin().ascii_serialization())
    };
    let first = document
        .root()
        .as_object()
        .and_then(|root| server_address(root, options.origin.as_ref()));
    let (first, server) = (first.as_deref().and_then(origin), origin(base_url));
    match (first, server) {
        (Some(first), Some(server)) if first == server => Ok(()),
        (first, server) => Err(format!(
            "it would send the credentials to `{}` and not to `{}`: `--base-url` sets one server for all",
            server.unwrap_or_default(),
            first.as_deref().unwrap_or("the server of the document"),
        )),
    }
}

fn definition(
    operation: &Operation<'_>,
    inputs: Inputs,
    name: &str,
    base_url: String,
) -> Map<String, Value> {
    let mut config = Map::new();
    config.insert("base_url".into(), base_url.into());
    config.insert("method".into(), operation.method.to_uppercase().into());
    config.insert("path".into(), inputs.path.into());
    for (field, places) in [("query", inputs.query), ("headers", inputs.headers)] {
        if !places.is_empty() {
            config.insert(field.into(), Value::Object(places));
        }
    }
    config.extend(inputs.body.map(|body| ("body".to_owned(), body)));
    let mut definition = Map::new();
    definition.insert("name".into(), name.into());
    definition.insert("type".into(), "http".into());
    if let Some(title) = operation.text("summary") {
        definition.insert("title".into(), cut_text(title, MOST_TITLE).into());
    }
    let description = operation.description();
    let description = cut_text(&description, MOST_DESCRIPTION);
    definition.insert("description".into(), description.into());
    definition.insert("input_schema".into(), inputs.input_schema);
    definition.insert("config".into(), Value::Object(config));
    let tags = operation.fields.get("tags").and_then(Value::as_array);
    let tags = tags.into_iter().flatten().filter_map(Value::as_str);
    let tags: Vec<&str> = tags
        .filter(|tag| !tag.trim().is_empty())
        .take(MOST_TAGS)
        .collect();
    if !tags.is_empty() {
        definition.insert("tags".into(), json!(tags));
    }
    definition
}

fn with_auth(mut definition: Map<String, Value>, options: &ImportOptions) -> Map<String, Value> {
    if let Some(auth) = &options.auth {
        definition.insert("auth".into(), auth.clone());
    }
    definition
}
