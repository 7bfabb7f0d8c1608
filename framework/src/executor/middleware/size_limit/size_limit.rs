//! [`SizeLimit`]: shortens long results and serves the rest as a resource.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json, value::RawValue};

use super::page_store::{PageStore, PagesResource};
use crate::core::{
    BoxFuture, Call, Caller, Content, Middleware, NamePattern, Next, Resource, ResourceLink,
    ToolDef, ToolError, ToolOutput, compile,
};

/// The key in the `_meta` of a short result that describes the whole one.
const WHOLE: &str = "toolwright/whole";
/// The number of characters of a large result that are shown at once.
const PREVIEW: usize = 2_000;

/// Replaces large results by a short one with a link to the whole, which can be read in pages.
///
/// The short result fits the output schema of the tool, if there is one. If no short result fits,
/// the answer is an error that contains the link.
///
/// The pages must be a resource of the same server, see [`pages`](Self::pages):
///
/// ```
/// use toolwright::{Server, middleware::SizeLimit};
///
/// let size_limit = SizeLimit::new(64 * 1024);
/// let server = Server::new("demo")
///     .resources([size_limit.pages()])
///     .middleware(size_limit);
/// ```
#[derive(Debug, Clone)]
pub struct SizeLimit {
    max_bytes: usize,
    exempt: Arc<[NamePattern]>,
    store: Arc<PageStore>,
}

/// A whole result, as it is logged and read in pages.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Whole<'a> {
    content: &'a [Content],
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a RawValue>,
}

impl SizeLimit {
    /// Creates a middleware that allows `max_bytes` of content and structured content together.
    ///
    /// The minimum is 1024.
    #[must_use]
    pub fn new(max_bytes: usize) -> Self {
        Self {
            max_bytes: max_bytes.max(1024),
            exempt: Arc::default(),
            store: Arc::default(),
        }
    }

    /// Exempts the tools whose names match one of the patterns.
    #[must_use]
    pub fn except(mut self, tools: impl IntoIterator<Item = NamePattern>) -> Self {
        self.exempt = tools.into_iter().collect();
        self
    }

    /// Returns the resource that the links point to.
    #[must_use]
    pub fn pages(&self) -> Arc<dyn Resource> {
        Arc::new(PagesResource::new(Arc::clone(&self.store)))
    }

    fn shorten(
        &self,
        caller: Caller,
        output: ToolOutput,
        definition: &ToolDef,
    ) -> Result<ToolOutput, ToolError> {
        let whole = serde_json::to_string(&Whole {
            content: &output.content,
            structured_content: output.structured.as_deref(),
        })?;
        let (text, mime_type) = match readable(&output) {
            Some(text) => (text, "text/plain"),
            None => (whole.clone(), "application/json"),
        };
        let bytes = text.len();
        let preview: String = text.chars().take(PREVIEW).collect();
        let (uri, pages) = self.store.insert(caller, text, mime_type, self.max_bytes);
        let short = shortened_of(&output, definition, self.max_bytes);
        let is_missing = definition.output_schema().is_some() && short.is_none();
        let note = format!(
            "The result has {bytes} bytes; at most {} are returned at once. Read it in {pages} pages: \
             {uri} is the first, and the last number is that of the page. It begins:\n\n{preview}",
            self.max_bytes
        );
        let mut answer = ToolOutput::from(vec![
            Content::text(note),
            Content::ResourceLink(link(&uri, pages, mime_type, definition)),
        ]);
        answer.is_error = output.is_error || is_missing;
        answer.structured = short;
        answer.meta = output.meta;
        let whole_result = json!({"uri": uri, "bytes": bytes, "pages": pages});
        answer.meta.insert(WHOLE.into(), whole_result);
        answer.unabridged = Some(whole.into());
        Ok(answer)
    }
}

fn link(uri: &str, pages: usize, mime_type: &str, definition: &ToolDef) -> ResourceLink {
    ResourceLink::new(uri, format!("the whole result of {}", definition.name()))
        .with_description(format!("page 1 of {pages}"))
        .with_mime_type(mime_type)
}

impl Middleware for SizeLimit {
    fn handle(&self, call: Call, next: Next) -> BoxFuture<'static, Result<ToolOutput, ToolError>> {
        let limit = self.clone();
        Box::pin(async move {
            let (tool, caller) = (Arc::clone(&call.tool), call.context.client().caller());
            let output = next.run(call).await?;
            let name = tool.definition().name();
            let is_exempt = limit.exempt.iter().any(|exempt| exempt.matches(name));
            if output.size() <= limit.max_bytes || is_exempt {
                return Ok(output);
            }
            limit.shorten(caller, output, tool.definition())
        })
    }

    fn handles_items(&self) -> bool {
        false
    }
}

/// Returns the text of a result that consists of text only.
fn readable(output: &ToolOutput) -> Option<String> {
    let is_text = output.content.iter().all(|block| block.as_text().is_some());
    (is_text && !output.content.is_empty()).then(|| output.joined_text())
}

/// Returns a short structured value that fits the output schema of the tool.
fn shortened_of(output: &ToolOutput, definition: &ToolDef, max: usize) -> Option<Box<RawValue>> {
    let value: Value = output.structured_value()?;
    let validator = definition.output_schema().map(compile).transpose().ok()?;
    let fits = |value: &Value| {
        validator
            .as_ref()
            .is_none_or(|validator| validator.fits(value) == Ok(true))
    };
    let short = shortened(&value, max, fits)?;
    serde_json::value::to_raw_value(&short).ok()
}

/// The maximum lengths of strings and arrays. The first step that makes a value small enough is
/// used.
const STEPS: [(usize, usize); 6] = [
    (4_096, 1_000),
    (1_024, 200),
    (256, 50),
    (128, 10),
    (64, 1),
    (64, 0),
];

/// Cuts strings and arrays off until `value` has at most `max` bytes and `fits`. Members are kept.
///
/// Returns `None` if no step is enough.
pub(super) fn shortened(value: &Value, max: usize, fits: impl Fn(&Value) -> bool) -> Option<Value> {
    STEPS
        .into_iter()
        .map(|(characters, items)| cut(value, characters, items))
        .find(|short| short.to_string().len() <= max && fits(short))
}

fn cut(value: &Value, characters: usize, items: usize) -> Value {
    match value {
        Value::String(text) => match text.char_indices().nth(characters) {
            Some((at, _)) => Value::String(format!("{}…", &text[..at])),
            None => value.clone(),
        },
        Value::Array(list) => {
            let list = list.iter().take(items);
            list.map(|item| cut(item, characters, items)).collect()
        }
        Value::Object(members) => members
            .iter()
            .map(|(name, member)| (name.clone(), cut(member, characters, items)))
            .collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_shape_is_kept_and_the_longest_fit_is_used() {
        let rows: Vec<_> = (0..5_000).map(|number| json!({"id": number})).collect();
        let value = json!({"rows": rows, "note": "x".repeat(10_000), "count": 5_000});
        let short = shortened(&value, 10_000, |_| true).unwrap();
        assert_eq!(short["rows"].as_array().map(Vec::len), Some(200));
        assert_eq!(short["count"], 5_000);
        assert!(short["note"].as_str().unwrap().ends_with('…'));
        let least = shortened(&value, 200, |_| true).unwrap();
        assert_eq!(least["rows"], json!([{"id": 0}]));
    }

    #[test]
    fn a_value_that_cannot_be_shortened_is_none() {
        let many: serde_json::Map<_, _> = (0..1_000).map(|n| (n.to_string(), json!(n))).collect();
        assert_eq!(shortened(&Value::Object(many), 1_000, |_| true), None);
        let list = json!(["a"]);
        assert_eq!(shortened(&list, 1_000, |_| false), None);
    }
}
