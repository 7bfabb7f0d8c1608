//! [`PageStore`]: the pages of long results, and the resource that serves them.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use toolwright_base::{char_boundary, lock, token};

use crate::core::{
    Belonging, BoxFuture, Caller, Context, Resource, ResourceContents, ResourceDef, ResourceOutput,
    ToolError, Variable, Variables,
};

/// The time that a result is kept.
const LIFETIME: Duration = Duration::from_secs(15 * 60);
/// The maximum size of all results. The oldest are removed first.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// Keeps large results for a while, and serves them in pages.
#[derive(Debug, Default)]
pub(super) struct PageStore(Mutex<VecDeque<StoredResult>>);

#[derive(Debug)]
struct StoredResult {
    id: String,
    /// Only the caller whose call returned the result may read it.
    caller: Caller,
    text: String,
    mime_type: &'static str,
    page_size: usize,
    stored: Instant,
}

impl PageStore {
    /// Stores `text` for `caller`, in pages of at most `page_size` bytes.
    ///
    /// Returns the URI of the first page, and the number of pages.
    pub(super) fn insert(
        &self,
        caller: Caller,
        text: String,
        mime_type: &'static str,
        page_size: usize,
    ) -> (String, usize) {
        let result = StoredResult {
            // The ID is a secret too: callers who share an address cannot guess it.
            id: token::random(),
            caller,
            text,
            mime_type,
            page_size,
            stored: Instant::now(),
        };
        let location = (format!("result://{}/1", result.id), result.pages().count());
        let mut results = lock(&self.0);
        results.retain(|result| result.stored.elapsed() < LIFETIME);
        results.push_back(result);
        // The newest result stays, however large it is.
        while results.len() > 1
            && results
                .iter()
                .map(|result| result.text.len())
                .sum::<usize>()
                > MAX_BYTES
        {
            results.pop_front();
        }
        location
    }

    /// Returns a page of a result of `caller`, counted from 1, and its MIME type.
    pub(super) fn page(
        &self,
        caller: &Caller,
        id: &str,
        number: usize,
    ) -> Option<(String, &'static str)> {
        let results = lock(&self.0);
        let result = results
            .iter()
            .find(|result| result.id == id && result.stored.elapsed() < LIFETIME)
            .filter(|result| result.caller == *caller)?;
        let page = result.pages().nth(number.checked_sub(1)?)?;
        Some((page.to_owned(), result.mime_type))
    }
}

impl StoredResult {
    /// Returns the pages. None of them ends within a character.
    fn pages(&self) -> impl Iterator<Item = &str> {
        let mut rest = self.text.as_str();
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let end = char_boundary(rest, self.page_size);
            let (page, after) = rest.split_at(end);
            rest = after;
            Some(page)
        })
    }
}

/// Serves the pages of large results at `result://{id}/{page}`.
#[derive(Debug)]
pub(super) struct PagesResource {
    definition: ResourceDef,
    store: Arc<PageStore>,
}

impl PagesResource {
    pub(super) fn new(store: Arc<PageStore>) -> Self {
        let description = "A page of a result that was too large to be returned at once. Results are kept for 15 minutes.";
        let definition = ResourceDef::new("result://{id}/{page}", "large_result", description)
            .with_belonging(Belonging::Calls)
            .variable(Variable::of::<String>("id").describe("The ID of the result."))
            .variable(
                Variable::of::<usize>("page").describe("The number of the page, starting at 1."),
            );
        Self { definition, store }
    }
}

impl Resource for PagesResource {
    fn definition(&self) -> &ResourceDef {
        &self.definition
    }

    fn read(
        &self,
        context: Context,
        variables: Variables,
    ) -> BoxFuture<'_, Result<ResourceOutput, ToolError>> {
        Box::pin(async move {
            let (id, page): (String, usize) = (variables.parse("id")?, variables.parse("page")?);
            let found = self.store.page(&context.client().caller(), &id, page);
            let (text, mime_type) =
                found.ok_or_else(|| ToolError::not_found("resource", variables.uri()))?;
            Ok(ResourceContents::text(variables.uri(), mime_type, text).into())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Origin;

    const ALICE: Caller = Caller::of(Origin::Host);
    const BOB: Caller = Caller::of(Origin::Local);

    #[test]
    fn the_pages_together_are_the_result() {
        let store = PageStore::default();
        let text = "한글 text ".repeat(100);
        let (uri, count) = store.insert(ALICE, text.clone(), "text/plain", 64);
        let id = uri.split('/').nth(2).unwrap();
        let read: String = (1..=count)
            .map(|number| {
                let (page, mime) = store.page(&ALICE, id, number).unwrap();
                assert!(page.len() <= 64 && mime == "text/plain");
                page
            })
            .collect();
        assert_eq!(read, text);
        assert_eq!(store.page(&ALICE, id, 0), None);
        assert_eq!(store.page(&ALICE, id, count + 1), None);
        assert_eq!(store.page(&ALICE, "other", 1), None);
        assert_eq!(store.page(&BOB, id, 1), None);
    }

    #[test]
    fn the_oldest_results_are_removed_first() {
        let store = PageStore::default();
        let uris: Vec<_> = (0..5)
            .map(|_| {
                store
                    .insert(ALICE, "x".repeat(MAX_BYTES / 3), "text/plain", 1024)
                    .0
            })
            .collect();
        let id = |uri: &String| uri.split('/').nth(2).unwrap().to_owned();
        let is_stored = |uri| store.page(&ALICE, &id(uri), 1).is_some();
        let stored: Vec<_> = uris.iter().map(is_stored).collect();
        assert_eq!(stored, [false, false, true, true, true]);
    }
}
