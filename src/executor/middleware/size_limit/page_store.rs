//! [`PageStore`]: keeps large results for a while, and serves them in pages.

use std::{
    collections::VecDeque,
    sync::Mutex,
    time::{Duration, Instant},
};

use crate::core::{lock, token};

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
    text: String,
    mime_type: &'static str,
    page_size: usize,
    stored: Instant,
}

impl PageStore {
    /// Stores `text` in pages of at most `page_size` bytes.
    ///
    /// Returns the URI of the first page, and the number of pages.
    pub(super) fn insert(
        &self,
        text: String,
        mime_type: &'static str,
        page_size: usize,
    ) -> (String, usize) {
        let result = StoredResult {
            // The ID is a secret: a client that knows it may read the result.
            id: token::random(),
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

    /// Returns a page, counted from 1, and its MIME type.
    pub(super) fn page(&self, id: &str, number: usize) -> Option<(String, &'static str)> {
        let results = lock(&self.0);
        let result = results
            .iter()
            .find(|result| result.id == id && result.stored.elapsed() < LIFETIME)?;
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
            let max = self.page_size.min(rest.len());
            let end = (0..=max).rev().find(|end| rest.is_char_boundary(*end))?;
            let (page, after) = rest.split_at(end);
            rest = after;
            Some(page)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_together_are_the_result() {
        let store = PageStore::default();
        let text = "한글 text ".repeat(100);
        let (uri, count) = store.insert(text.clone(), "text/plain", 64);
        let id = uri.split('/').nth(2).unwrap();
        let read: String = (1..=count)
            .map(|number| {
                let (page, mime) = store.page(id, number).unwrap();
                assert!(page.len() <= 64 && mime == "text/plain");
                page
            })
            .collect();
        assert_eq!(read, text);
        assert_eq!(store.page(id, 0), None);
        assert_eq!(store.page(id, count + 1), None);
        assert_eq!(store.page("other", 1), None);
    }

    #[test]
    fn the_oldest_results_are_removed_first() {
        let store = PageStore::default();
        let uris: Vec<_> = (0..5)
            .map(|_| {
                store
                    .insert("x".repeat(MAX_BYTES / 3), "text/plain", 1024)
                    .0
            })
            .collect();
        let is_stored = |uri: &String| store.page(uri.split('/').nth(2).unwrap(), 1).is_some();
        let stored: Vec<_> = uris.iter().map(is_stored).collect();
        assert_eq!(stored, [false, false, true, true, true]);
    }
}
