//! [`Import`]: the definitions of `http` tools that a document describes.

use serde_json::{Map, Value, json};
use toolwright::govern::NamePattern;
use toolwright_base::cut_text;
use url::Url;

use super::{
    budget::{ImportBudget, OperationBudget, TooLarge},
    checked_schemas::CheckedSchemas,
    document::{Document, DocumentError},
    inputs::Inputs,
    operation::Operation,
    operation_name::{MAX, Names, clean},
    server_address::server_address,
};

/// The most tools of one document.
const MAX_TOOLS: usize = 2_000;
/// The most bytes of a description, and of a title.
const MAX_DESCRIPTION: usize = 4_096;
const MAX_TITLE: usize = 120;
const MAX_TAGS: usize = 20;
/// The most bytes of a reason why an operation is left out.
const MAX_REASON: usize = 1_024;

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
    pub(super) checked: CheckedSchemas,
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
        let operations = chosen(&document, options)?;
        let schemes = document.root().pointer("/components/securitySchemes");
        let mut import = Self {
            definitions: Vec::new(),
            skipped: Vec::new(),
            wants_credentials: schemes
                .and_then(Value::as_object)
                .is_some_and(|schemes| !schemes.is_empty()),
            checked: CheckedSchemas::default(),
        };
        let (budget, mut names) = (ImportBudget::default(), Names::default());
        for operation in &operations {
            let budget = budget.operation();
            import.add(&document, operation, options, budget, &mut names)?;
        }
        match document.is_too_costly() {
            true => Err(DocumentError::TooCostly),
            false => Ok(import),
        }
    }

    fn add(
        &mut self,
        document: &Document,
        operation: &Operation<'_>,
        options: &ImportOptions,
        mut budget: OperationBudget<'_>,
        names: &mut Names,
    ) -> Result<(), DocumentError> {
        let base_url = base_url(document, operation, options).ok_or(DocumentError::NoServer)?;
        let counted = count_frame(&mut budget, operation, &base_url, options);
        let inputs = counted
            .map_err(|error| error.to_string())
            .and_then(|()| check_server(document, &base_url, options))
            .and_then(|()| Inputs::read(document, operation, budget, &mut self.checked));
        match inputs {
            Ok(inputs) => {
                let wanted = clean(&operation.name(), MAX);
                let name = names.take(&format!("{}{wanted}", options.prefix));
                let definition = definition(operation, inputs, &name, base_url);
                self.definitions.push(with_auth(definition, options));
            }
            Err(reason) => self.skipped.push(Skipped {
                operation: operation.name(),
                reason: cut_text(&reason, MAX_REASON).into_owned(),
            }),
        }
        Ok(())
    }
}

/// Returns the operations that are wanted.
fn chosen<'a>(
    document: &'a Document,
    options: &ImportOptions,
) -> Result<Vec<Operation<'a>>, DocumentError> {
    let (mut operations, mut count) = (Vec::new(), 0);
    for operation in Operation::all(document) {
        if operation.is_chosen(&options.only, &operation.name()) {
            count += 1;
            if count <= MAX_TOOLS {
                operations.push(operation);
            }
        }
    }
    match count {
        ..=MAX_TOOLS => Ok(operations),
        _ => Err(DocumentError::TooMany {
            count,
            most: MAX_TOOLS,
        }),
    }
}

/// Takes the memory of everything in a definition but its schemas.
fn count_frame(
    budget: &mut OperationBudget<'_>,
    operation: &Operation<'_>,
    base_url: &str,
    options: &ImportOptions,
) -> Result<(), TooLarge> {
    budget.frame()?;
    budget.frame()?;
    let texts = [base_url, operation.method, operation.path];
    for text in texts.into_iter().chain(tags(operation)) {
        budget.text(text)?;
    }
    for field in ["summary", "description"] {
        let text = operation.text(field).unwrap_or_default();
        budget.bytes(text.len().min(MAX_DESCRIPTION))?;
    }
    let auth = options.auth.as_ref();
    auth.map_or(Ok(()), |auth| budget.whole(auth))
}

/// Returns the tags of an operation.
fn tags<'a>(operation: &Operation<'a>) -> impl Iterator<Item = &'a str> {
    let tags = operation.fields.get("tags").and_then(Value::as_array);
    let tags = tags.into_iter().flatten().filter_map(Value::as_str);
    tags.filter(|tag| !tag.trim().is_empty()).take(MAX_TAGS)
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
    config.extend(
        inputs
            .body_type
            .map(|kind| ("body_type".to_owned(), kind.into())),
    );
    let mut definition = Map::new();
    definition.insert("name".into(), name.into());
    definition.insert("type".into(), "http".into());
    if let Some(title) = operation.text("summary") {
        definition.insert("title".into(), cut_text(title, MAX_TITLE).into());
    }
    let description = operation.description();
    let description = cut_text(&description, MAX_DESCRIPTION);
    definition.insert("description".into(), description.into());
    definition.insert("input_schema".into(), inputs.input_schema);
    definition.insert("config".into(), Value::Object(config));
    let tags: Vec<&str> = tags(operation).collect();
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
