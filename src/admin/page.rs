//! [`Page`]: a part of a list, and the cursor of the next one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{problem::Problem, texts};

const DEFAULT_LIMIT: usize = 100;
const MAX: usize = 1000;

/// A part of a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Page<T> {
    pub(super) items: Vec<T>,
    /// The cursor of the next page. `null` on the last one.
    pub(super) next: Option<String>,
    /// How many items the whole list has. `null` if nobody has counted them.
    pub(super) total: Option<usize>,
}

impl<T> Default for Page<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            next: None,
            total: None,
        }
    }
}

/// Which part of a list is wanted.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PageQuery {
    /// The largest number of items: 1 to 1000.
    #[schemars(range(min = 1, max = 1000))]
    pub(super) limit: Option<usize>,
    /// The `next` of the page before.
    pub(super) cursor: Option<String>,
}

/// Returns the largest number of items of a page.
///
/// # Errors
/// If it is not from 1 to 1000.
pub(super) fn limit(wanted: Option<usize>) -> Result<usize, Problem> {
    match wanted.unwrap_or(DEFAULT_LIMIT) {
        limit @ 1..=MAX => Ok(limit),
        other => {
            let message = texts::invalid_limit(MAX, other);
            Err(Problem::bad_request(message.clone()).at("?limit", message))
        }
    }
}

/// Returns the page of a list that is sorted by `key`, after the item with the key `cursor`.
///
/// The cursor of a page is the key of its last item, so that items which are added or removed
/// meanwhile move nothing else.
///
/// # Errors
/// If the limit is not from 1 to 1000.
pub(super) fn page<T, U>(
    items: Vec<T>,
    query: &PageQuery,
    key: impl Fn(&T) -> &str,
    view: impl FnMut(T) -> U,
) -> Result<Page<U>, Problem> {
    let limit = limit(query.limit)?;
    let total = items.len();
    let start = match &query.cursor {
        None => 0,
        Some(cursor) => items.partition_point(|item| key(item) <= cursor.as_str()),
    };
    let end = total.min(start + limit);
    let last = items
        .get(end.wrapping_sub(1))
        .map(|item| key(item).to_owned());
    let items = items.into_iter().skip(start).take(limit).map(view);
    Ok(Page {
        items: items.collect(),
        next: last.filter(|_| end < total),
        total: Some(total),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(cursor: Option<&str>, limit: usize) -> (Vec<&'static str>, Option<String>) {
        let query = PageQuery {
            limit: Some(limit),
            cursor: cursor.map(str::to_owned),
        };
        let page = page(vec!["a", "b", "d"], &query, |name| name, |name| name).unwrap();
        assert_eq!(page.total, Some(3));
        (page.items, page.next)
    }

    #[test]
    fn a_page_begins_after_its_cursor() {
        assert_eq!(names(None, 2), (vec!["a", "b"], Some("b".into())));
        assert_eq!(names(Some("b"), 2), (vec!["d"], None));
        assert_eq!(names(Some("c"), 2), (vec!["d"], None));
        assert_eq!(names(None, 3), (vec!["a", "b", "d"], None));
    }

    #[test]
    fn a_page_beyond_the_end_is_empty() {
        assert_eq!(names(Some("d"), 2), (vec![], None));
        assert_eq!(names(Some("z"), 2), (vec![], None));
    }

    #[test]
    fn a_limit_is_from_1_to_1000() {
        assert_eq!(limit(None).unwrap(), 100);
        assert_eq!(limit(Some(1000)).unwrap(), 1000);
        for wrong in [0, 1001, usize::MAX] {
            assert_eq!(limit(Some(wrong)).unwrap_err().status(), 400);
        }
    }
}
