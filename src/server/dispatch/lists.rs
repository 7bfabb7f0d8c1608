//! The lists of tools, prompts, resources and templates, a page at a time.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Serialize;
use serde_json::{Map, json};

use super::Dispatcher;
use crate::server::protocol::{Outcome, Params, RpcError};

impl Dispatcher {
    pub(super) fn list_tools(
        &self,
        params: &Params<'_>,
        modern: bool,
    ) -> Result<Outcome, RpcError> {
        let snapshot = self.services.catalog.snapshot();
        let tools = snapshot
            .tools()
            .map(|tool| (tool.definition().name(), tool.definition()));
        self.list("tools", tools, params, modern)
    }

    pub(super) fn list_prompts(
        &self,
        params: &Params<'_>,
        modern: bool,
    ) -> Result<Outcome, RpcError> {
        let snapshot = self.services.catalog.snapshot();
        let prompts = snapshot
            .prompts()
            .map(|prompt| (prompt.definition().name(), prompt.definition()));
        self.list("prompts", prompts, params, modern)
    }

    pub(super) fn list_resources(
        &self,
        params: &Params<'_>,
        modern: bool,
    ) -> Result<Outcome, RpcError> {
        let snapshot = self.services.catalog.snapshot();
        let resources = snapshot
            .resources()
            .map(|resource| (resource.definition().uri(), resource.definition()));
        self.list("resources", resources, params, modern)
    }

    pub(super) fn list_templates(
        &self,
        params: &Params<'_>,
        modern: bool,
    ) -> Result<Outcome, RpcError> {
        let snapshot = self.services.catalog.snapshot();
        let templates = snapshot
            .templates()
            .map(|template| (template.definition().uri(), template.definition()));
        self.list("resourceTemplates", templates, params, modern)
    }

    /// One page of `entries`, which are in the order of their keys.
    fn list<'a, T: Serialize>(
        &self,
        name: &str,
        entries: impl Iterator<Item = (&'a str, T)>,
        params: &Params<'_>,
        modern: bool,
    ) -> Result<Outcome, RpcError> {
        let after = params.cursor.as_deref().map(read_cursor).transpose()?;
        let mut left =
            entries.skip_while(|(key, _)| after.as_deref().is_some_and(|after| *key <= after));
        let page: Vec<_> = left.by_ref().take(self.settings.page_size).collect();
        let mut result = Map::new();
        let more = left.next().is_some();
        if let Some((last, _)) = page.last().filter(|_| more) {
            result.insert("nextCursor".into(), json!(write_cursor(last)));
        }
        let entries: Vec<_> = page.iter().map(|(_, entry)| entry).collect();
        result.insert(name.to_owned(), json!(entries));
        if modern {
            result.insert("ttlMs".into(), json!(self.settings.list_ttl.as_millis()));
            result.insert("cacheScope".into(), json!("private"));
        }
        Outcome::complete(&result)
    }
}

/// A cursor is the last key of its page, so it holds when entries come and go.
fn write_cursor(key: &str) -> String {
    URL_SAFE_NO_PAD.encode(key)
}

fn read_cursor(cursor: &str) -> Result<String, RpcError> {
    let key = URL_SAFE_NO_PAD
        .decode(cursor)
        .ok()
        .and_then(|bytes| String::from_utf8(bytes).ok());
    key.ok_or_else(|| {
        RpcError::invalid_params(format!("`{cursor}` is not a cursor of this server"))
    })
}
