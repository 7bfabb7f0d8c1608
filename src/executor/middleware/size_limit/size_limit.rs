//! [`SizeLimit`]: a result that is too large becomes a link to its pages.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json, value::RawValue};

use super::{page_store::Shelf, pages_resource::Pages, shorten::shortened};
use crate::core::{
    BoxFuture, Call, Content, Middleware, NamePattern, Next, Resource, ResourceLink, ToolDef,
    ToolError, ToolOutput,
};
use crate::executor::schema_compiler::compile;

/// The key of a result's `_meta` that tells of the whole.
const WHOLE: &str = "toolwright/whole";
/// How much of a large result is shown at once, in characters.
const PREVIEW: usize = 2_000;

/// A result that is larger than a limit becomes a short one, with a link to the whole that can be read in pages. Where the tool has an
/// output schema, the short one fits it too; where no short one does, the answer is an error that says where the whole is.
///
/// The pages must be resources of the same server: [`SizeLimit::pages`].
#[derive(Debug, Clone)]
pub struct SizeLimit {
    most: usize,
    exempt: Arc<[NamePattern]>,
    shelf: Arc<Shelf>,
}

/// A whole result, as it is read in pages.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Whole<'a> {
    content: &'a [Content],
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a RawValue>,
}

impl SizeLimit {
    /// At most so many bytes of content and structured content together.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            most: most.max(1024),
            exempt: Arc::default(),
            shelf: Arc::default(),
        }
    }

    /// The same without these tools: those that have limits of their own, or whose results are for programs.
    #[must_use]
    pub fn except(mut self, tools: impl IntoIterator<Item = NamePattern>) -> Self {
        self.exempt = tools.into_iter().collect();
        self
    }

    /// The resource that the links point at.
    #[must_use]
    pub fn pages(&self) -> Arc<dyn Resource> {
        Arc::new(Pages::new(Arc::clone(&self.shelf)))
    }

    fn shorten(&self, output: ToolOutput, definition: &ToolDef) -> Result<ToolOutput, ToolError> {
        let whole = serde_json::to_string(&Whole {
            content: &output.content,
            structured_content: output.structured.as_deref(),
        })?;
        let (text, mime) = match readable(&output) {
            Some(text) => (text, "text/plain"),
            None => (whole.clone(), "application/json"),
        };
        let bytes = text.len();
        let preview: String = text.chars().take(PREVIEW).collect();
        let (uri, pages) = self.shelf.keep(text, mime, self.most);
        let short = shortened_of(&output, definition, self.most);
        let is_missing = definition.output_schema().is_some() && short.is_none();
        let note = format!(
            "This result has {bytes} bytes, more than the {} that are answered at once. It can be read in {pages} pages: {uri} is the \
             first, and the last number counts them. It begins:\n\n{preview}",
            self.most
        );
        let mut answer = ToolOutput::from(vec![
            Content::text(note),
            Content::ResourceLink(link(&uri, pages, mime, definition)),
        ]);
        answer.is_error = output.is_error || is_missing;
        answer.structured = short;
        answer.meta = output.meta;
        let told = json!({"uri": uri, "bytes": bytes, "pages": pages});
        answer.meta.insert(WHOLE.into(), told);
        answer.unabridged = Some(whole.into());
        Ok(answer)
    }
}

fn link(uri: &str, pages: usize, mime: &str, definition: &ToolDef) -> ResourceLink {
    ResourceLink {
        uri: uri.to_owned(),
        name: format!("the whole result of {}", definition.name()),
        description: Some(format!("page 1 of {pages}")),
        mime_type: Some(mime.to_owned()),
    }
}

impl Middleware for SizeLimit {
    fn handle(&self, call: Call, next: Next) -> BoxFuture<'static, Result<ToolOutput, ToolError>> {
        let limit = self.clone();
        Box::pin(async move {
            let tool = Arc::clone(&call.tool);
            let output = next.run(call).await?;
            let name = tool.definition().name();
            let is_exempt = limit.exempt.iter().any(|exempt| exempt.matches(name));
            if output.size() <= limit.most || is_exempt {
                return Ok(output);
            }
            limit.shorten(output, tool.definition())
        })
    }
}

/// The text of a result that is nothing but text.
fn readable(output: &ToolOutput) -> Option<String> {
    let is_text = output.content.iter().all(|block| block.as_text().is_some());
    (is_text && !output.content.is_empty()).then(|| output.joined_text())
}

/// A structured value that is small enough and fits the tool's schema.
fn shortened_of(output: &ToolOutput, definition: &ToolDef, most: usize) -> Option<Box<RawValue>> {
    let value: Value = output.structured_value()?;
    let validator = definition.output_schema().map(compile).transpose().ok()?;
    let fits = |value: &Value| {
        validator
            .as_ref()
            .is_none_or(|validator| validator.is_valid(value))
    };
    let short = shortened(&value, most, fits)?;
    serde_json::value::to_raw_value(&short).ok()
}
