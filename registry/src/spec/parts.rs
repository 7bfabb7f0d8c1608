//! [`Parts`]: the fields of a tool that do not depend on its kind.

use std::{collections::BTreeSet, num::NonZeroU32, time::Duration};

use toolwright::{
    schema::{Schema, check_schema, structured_schema},
    tool::{Hints, RateLimit},
};
use toolwright_base::CodedText;

use super::test_case::{TestCase, read_tests};
use crate::{
    jsonc::{Fields, Node},
    name::is_user_name,
    parameters::{Parameters, Template},
    text_limits::{MAX_DESCRIPTION, MAX_EXAMPLE, MAX_EXAMPLES, MAX_TAG, MAX_TAGS, MAX_TITLE},
    texts,
};

/// The fields of a tool that do not depend on its kind.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    pub(super) title: Option<String>,
    /// The description for agents. Its kind may have one if the author wrote none.
    pub(super) description: Option<String>,
    pub(super) output_schema: Option<Schema>,
    pub(super) timeout: Option<Duration>,
    pub(super) is_parallel: Option<bool>,
    pub(super) rate_limit: RateLimit,
    pub(super) confirm: Option<Template>,
    pub(super) hints: Hints,
    pub(super) tags: BTreeSet<String>,
    pub(super) is_active: bool,
    /// The user that may change it, and alone may call it unless it is public.
    pub(super) owner: Option<String>,
    pub(super) is_public: bool,
    pub(super) tests: Vec<TestCase>,
    /// Sentences that ask for the tool.
    pub(super) examples: Vec<String>,
}

impl Parts {
    /// Reads them from the fields of a tool.
    pub(super) fn read(fields: &Fields<'_>, parameters: Option<&Parameters>) -> Option<Self> {
        let boolean = |names: &[&'static str]| fields.take(names).and_then(|node| node.boolean());
        let text = |names: &[&'static str], max| {
            let node = fields.take(names)?;
            node.words_up_to(max).map(ToOwned::to_owned)
        };
        let description = description(fields);
        // For people, in lists of tools: kept, and not shown to agents.
        text(&["description_user"], MAX_DESCRIPTION);
        // The author and the time of a tool that was imported: kept, without an effect.
        text(&["created_by"], MAX_TITLE);
        text(&["reg_dt"], MAX_TITLE);
        let confirm = fields.take(&["confirm"]).zip(parameters);
        let output_schema = fields.take(&["output_schema"]);
        let timeout = fields.take(&["timeout_seconds", "timeout"]);
        let limit = fields.take(&["rate_limit"]);
        let annotations = fields.take(&["annotations"]);
        let tags = fields.take(&["tags"]).and_then(|node| tags(&node));
        let tests = fields.take(&["tests"]).and_then(|node| read_tests(&node));
        let examples = fields.take(&["examples"]).and_then(|node| examples(&node));
        let parts = Self {
            title: text(&["title"], MAX_TITLE),
            description: description.clone().flatten(),
            output_schema: output_schema.and_then(|node| read_output_schema(&node)),
            timeout: timeout.and_then(|node| node.seconds()),
            is_parallel: boolean(&["parallel_capable"]),
            rate_limit: limit.and_then(|node| rate_limit(&node)).unwrap_or_default(),
            confirm: confirm.and_then(|(node, known)| Template::read(&node, known)),
            hints: annotations
                .and_then(|node| hints(&node))
                .unwrap_or_default(),
            tags: tags.unwrap_or_default(),
            is_active: boolean(&["is_active"]).unwrap_or(true),
            owner: fields.take(&["owner"]).and_then(|node| owner(&node)),
            is_public: boolean(&["is_public"]).unwrap_or(false),
            tests: tests.unwrap_or_default(),
            examples: examples.unwrap_or_default(),
        };
        description.map(|_| parts)
    }

    /// Returns whether the author wrote a description for agents.
    pub(super) const fn is_described(&self) -> bool {
        self.description.is_some()
    }
}

/// Reads the description for agents. The inner `None` is one that is absent, the outer one that is wrong.
fn description(fields: &Fields<'_>) -> Option<Option<String>> {
    match fields.take(&["description", "description_agent"]) {
        Some(node) => node
            .words_up_to(MAX_DESCRIPTION)
            .map(|text| Some(text.to_owned())),
        None => Some(None),
    }
}

fn tags(node: &Node<'_>) -> Option<BTreeSet<String>> {
    let tags = texts(node, texts::too_many_tags, MAX_TAGS, MAX_TAG)?;
    Some(tags.into_iter().collect())
}

fn examples(node: &Node<'_>) -> Option<Vec<String>> {
    texts(node, texts::too_many_examples, MAX_EXAMPLES, MAX_EXAMPLE)
}

/// Reads at most `count` texts of at most `length` characters. `too_many` says that there are more.
fn texts(
    node: &Node<'_>,
    too_many: fn(usize, usize) -> CodedText,
    count: usize,
    length: usize,
) -> Option<Vec<String>> {
    let elements = node.elements()?;
    if elements.len() > count {
        node.problem(too_many(count, elements.len()));
        return None;
    }
    let texts = elements.iter().map(|element| {
        let text = element.node().words_up_to(length);
        text.map(ToOwned::to_owned)
    });
    // Every element is read, so that all problems are found.
    texts.collect::<Vec<_>>().into_iter().collect()
}

fn owner(node: &Node<'_>) -> Option<String> {
    let name = node.text()?;
    if is_user_name(name) {
        return Some(name.to_owned());
    }
    node.problem(texts::user_name());
    None
}

fn read_output_schema(node: &Node<'_>) -> Option<Schema> {
    let schema = node.map()?;
    if schema.is_empty() {
        return None;
    }
    // As clients get it.
    if node.is_accepted() {
        return Some(schema);
    }
    let (shown, _) = structured_schema(schema.clone());
    match check_schema(&shown) {
        Ok(()) => Some(schema),
        Err(problem) => {
            node.problem(texts::schema_problem(problem));
            None
        }
    }
}

/// Reads `{"requests_per_minute": 60, "requests_per_hour": 1000, "concurrent_requests": 5}`.
fn rate_limit(node: &Node<'_>) -> Option<RateLimit> {
    let fields = node.object()?;
    let limit = |name: &'static str| {
        let node = fields.take(&[name])?;
        let number = node.whole(&(1..=u64::from(u32::MAX)))?;
        u32::try_from(number).ok().and_then(NonZeroU32::new)
    };
    let limit = RateLimit {
        per_minute: limit("requests_per_minute"),
        per_hour: limit("requests_per_hour"),
        concurrent: limit("concurrent_requests"),
    };
    fields.finish();
    Some(limit)
}

/// Reads `annotations`, by the names of the protocol or ours: `readOnlyHint` or `read_only`.
fn hints(node: &Node<'_>) -> Option<Hints> {
    let fields = node.object()?;
    let hint =
        |names: &[&'static str]| Fields::take(&fields, names).and_then(|node| node.boolean());
    let mut hints = Hints::default();
    hints.read_only = hint(&["read_only", "readOnlyHint"]);
    hints.destructive = hint(&["destructive", "destructiveHint"]);
    hints.idempotent = hint(&["idempotent", "idempotentHint"]);
    hints.open_world = hint(&["open_world", "openWorldHint"]);
    fields.finish();
    Some(hints)
}
