//! `tools/list`, `prompts/list`, `resources/list` and `resources/templates/list`, page by page.

use std::{collections::BTreeSet, time::Duration};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Serialize, Serializer, ser::SerializeMap as _};

use super::{dispatcher::Dispatcher, era::Exchange, method::Method};
use crate::server::protocol::{Outcome, RpcError};

impl Dispatcher {
    pub(super) async fn list_tools(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let (snapshot, view) = (&exchange.snapshot, self.view(exchange));
        let tools = snapshot
            .tools()
            .map(|tool| (tool.definition().name(), tool.definition()))
            .filter(|(_, definition)| view.allows(definition));
        self.list(Method::ListTools, tools, exchange).await
    }

    pub(super) async fn list_prompts(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let (snapshot, view) = (&exchange.snapshot, self.view(exchange));
        let own = view.own_prompt();
        let own = own.as_ref().map(|prompt| prompt.definition());
        let others = snapshot.prompts().map(|prompt| prompt.definition());
        let others = others.filter(|other| {
            view.allows_item(*other) && own.is_none_or(|own| own.name() != other.name())
        });
        let mut prompts: Vec<_> = own.into_iter().chain(others).collect();
        prompts.sort_by_key(|prompt| prompt.name());
        let prompts = prompts.into_iter().map(|prompt| (prompt.name(), prompt));
        self.list(Method::ListPrompts, prompts, exchange).await
    }

    pub(super) async fn list_resources(
        &self,
        exchange: &Exchange<'_>,
    ) -> Result<Outcome, RpcError> {
        let (snapshot, view) = (&exchange.snapshot, self.view(exchange));
        let resources = snapshot
            .resources()
            .map(|resource| (resource.definition().uri(), resource.definition()))
            .filter(|(_, definition)| view.allows_item(*definition));
        self.list(Method::ListResources, resources, exchange).await
    }

    pub(super) async fn list_templates(
        &self,
        exchange: &Exchange<'_>,
    ) -> Result<Outcome, RpcError> {
        let (snapshot, view) = (&exchange.snapshot, self.view(exchange));
        let templates = snapshot
            .templates()
            .map(|template| (template.definition().uri(), template.definition()))
            .filter(|(_, definition)| view.allows_item(*definition));
        self.list(Method::ListTemplates, templates, exchange).await
    }

    /// Returns a page of `entries`, which are sorted by key. Middleware may leave some out.
    async fn list<'a, T: Serialize + Send>(
        &self,
        method: Method,
        entries: impl Iterator<Item = (&'a str, T)> + Send,
        exchange: &Exchange<'_>,
    ) -> Result<Outcome, RpcError> {
        if !self.executor.changes_lists() {
            return self.page_of_all(method, entries, exchange);
        }
        let all: Vec<_> = entries.collect();
        let names = all.iter().map(|(key, _)| (*key).to_owned()).collect();
        // Boxed, so that the future of a tool call stays small.
        let left = Box::pin(self.left_by_middleware(method, names, exchange)).await?;
        if all.iter().all(|(key, _)| left.contains(*key)) {
            return self.page_of_all(method, all.into_iter(), exchange);
        }
        let shown = all.into_iter().filter(|(key, _)| left.contains(*key));
        self.page_after_cursor(member(method), shown, exchange)
    }

    async fn left_by_middleware(
        &self,
        method: Method,
        names: Vec<String>,
        exchange: &Exchange<'_>,
    ) -> Result<BTreeSet<String>, RpcError> {
        let context = self.context_without_questions(exchange);
        let left = self.executor.list(member(method), context, names).await;
        let left = left.map_err(|error| RpcError::of(&error, exchange.era.revision()))?;
        Ok(left.into_iter().collect())
    }

    /// Returns a page of a list that is the same for all callers with the same rights. Only the first page is cached,
    /// since most clients have no other.
    fn page_of_all<'a, T: Serialize>(
        &self,
        method: Method,
        entries: impl Iterator<Item = (&'a str, T)>,
        exchange: &Exchange<'_>,
    ) -> Result<Outcome, RpcError> {
        match exchange.request.params.cursor {
            None => self.cached(method, exchange, || {
                self.page(member(method), entries, exchange)
            }),
            Some(_) => self.page_after_cursor(member(method), entries, exchange),
        }
    }

    fn page_after_cursor<'a, T: Serialize>(
        &self,
        name: &'static str,
        entries: impl Iterator<Item = (&'a str, T)>,
        exchange: &Exchange<'_>,
    ) -> Result<Outcome, RpcError> {
        let after = match exchange.request.params.cursor.as_deref() {
            None => return self.page(name, entries, exchange),
            Some(cursor) => read_cursor(cursor)?,
        };
        let left = entries.skip_while(|(key, _)| *key <= after.as_str());
        self.page(name, left, exchange)
    }

    fn page<'a, T: Serialize>(
        &self,
        name: &'static str,
        mut left: impl Iterator<Item = (&'a str, T)>,
        exchange: &Exchange<'_>,
    ) -> Result<Outcome, RpcError> {
        let page: Vec<_> = left.by_ref().take(self.settings.page_size).collect();
        let more = left.next().is_some();
        let last = page.last().filter(|_| more).map(|(key, _)| *key);
        let page = Page {
            name,
            entries: page.iter().map(|(_, entry)| entry).collect(),
            next_cursor: last.map(write_cursor),
            ttl: exchange.era.is_modern().then_some(self.settings.list_ttl),
        };
        Outcome::complete(&page)
    }
}

/// Returns the name of the result's member with the entries.
const fn member(method: Method) -> &'static str {
    match method {
        Method::ListPrompts => "prompts",
        Method::ListResources => "resources",
        Method::ListTemplates => "resourceTemplates",
        _ => "tools",
    }
}

/// A page of a list. It is serialised directly, without a `serde_json::Value` in between.
struct Page<'a, T> {
    name: &'static str,
    entries: Vec<&'a T>,
    next_cursor: Option<String>,
    /// How long a modern client may cache the page.
    ttl: Option<Duration>,
}

impl<T: Serialize> Serialize for Page<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.name, &self.entries)?;
        if let Some(cursor) = &self.next_cursor {
            map.serialize_entry("nextCursor", cursor)?;
        }
        if let Some(ttl) = self.ttl {
            map.serialize_entry("ttlMs", &ttl.as_millis())?;
            map.serialize_entry("cacheScope", "private")?;
        }
        map.end()
    }
}

/// Encodes the last key of a page as a cursor, which stays valid when entries come and go.
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
