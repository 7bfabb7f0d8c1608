//! [`Shelf`]: whole results, for a while.

use std::{
    collections::VecDeque,
    sync::Mutex,
    time::{Duration, Instant},
};

use crate::core::{lock, token};

/// How long a result is kept.
const LIFETIME: Duration = Duration::from_secs(15 * 60);
/// The most bytes that are kept; the oldest go first.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// Whole results, for a while.
#[derive(Debug, Default)]
pub(super) struct Shelf(Mutex<VecDeque<Kept>>);

#[derive(Debug)]
struct Kept {
    id: String,
    text: String,
    mime: &'static str,
    page: usize,
    since: Instant,
}

impl Shelf {
    /// Keeps `text` in pages of at most `page` bytes; says where the first is, and how many there are.
    pub(super) fn keep(&self, text: String, mime: &'static str, page: usize) -> (String, usize) {
        let kept = Kept {
            // Who knows it may read the result.
            id: token::random(),
            text,
            mime,
            page,
            since: Instant::now(),
        };
        let told = (format!("result://{}/1", kept.id), kept.pages().count());
        let mut shelf = lock(&self.0);
        shelf.retain(|kept| kept.since.elapsed() < LIFETIME);
        shelf.push_back(kept);
        // The newest stays, however large it is.
        while shelf.len() > 1
            && shelf.iter().map(|kept| kept.text.len()).sum::<usize>() > MOST_BYTES
        {
            shelf.pop_front();
        }
        told
    }

    /// A page of a result, and what it is.
    pub(super) fn page(&self, id: &str, number: usize) -> Option<(String, &'static str)> {
        let shelf = lock(&self.0);
        let kept = shelf
            .iter()
            .find(|kept| kept.id == id && kept.since.elapsed() < LIFETIME)?;
        let page = kept.pages().nth(number.checked_sub(1)?)?;
        Some((page.to_owned(), kept.mime))
    }
}

impl Kept {
    /// The pages, none of which ends within a character.
    fn pages(&self) -> impl Iterator<Item = &str> {
        let mut rest = self.text.as_str();
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let most = self.page.min(rest.len());
            let ends = (0..=most).rev();
            let at = ends.into_iter().find(|at| rest.is_char_boundary(*at))?;
            let (page, after) = rest.split_at(at);
            rest = after;
            Some(page)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_are_the_whole() {
        let shelf = Shelf::default();
        let text = "한글 text ".repeat(100);
        let (uri, count) = shelf.keep(text.clone(), "text/plain", 64);
        let id = uri.split('/').nth(2).unwrap();
        let read: String = (1..=count)
            .map(|number| {
                let (page, mime) = shelf.page(id, number).unwrap();
                assert!(page.len() <= 64 && mime == "text/plain");
                page
            })
            .collect();
        assert_eq!(read, text);
        assert_eq!(shelf.page(id, 0), None);
        assert_eq!(shelf.page(id, count + 1), None);
        assert_eq!(shelf.page("other", 1), None);
    }

    #[test]
    fn the_oldest_go_when_there_is_no_room() {
        let shelf = Shelf::default();
        let uris: Vec<_> = (0..5)
            .map(|_| shelf.keep("x".repeat(MOST_BYTES / 3), "text/plain", 1024).0)
            .collect();
        let is_there = |uri: &String| shelf.page(uri.split('/').nth(2).unwrap(), 1).is_some();
        let there: Vec<_> = uris.iter().map(is_there).collect();
        assert_eq!(there, [false, false, true, true, true]);
    }
}
