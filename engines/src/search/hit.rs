//! [`Hit`]: a page that a search found, with its day.

use chrono::{DateTime, NaiveDate, NaiveDateTime};

/// The longest snippet that is passed on, in characters.
const MAX_SNIPPET: usize = 1_000;

/// A result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub title: String,
    pub url: String,
    /// The part of the page that matches the query.
    pub snippet: String,
    /// The date of publication, such as `2026-01-31`, if the service tells it.
    pub date: Option<String>,
}

impl Hit {
    /// Creates a result. The title defaults to the URL; without a URL of the web there is no
    /// result.
    pub(super) fn new(
        title: Option<String>,
        url: Option<String>,
        snippet: Option<String>,
        date: Option<&str>,
    ) -> Option<Self> {
        let url = url.filter(|url| url.starts_with("http://") || url.starts_with("https://"))?;
        let title = title
            .map(|title| tidy(&title))
            .filter(|title| !title.is_empty());
        Some(Self {
            title: title.unwrap_or_else(|| url.clone()),
            url,
            snippet: shorten(tidy(&snippet.unwrap_or_default())),
            date: date.and_then(day),
        })
    }
}

/// Joins the words of a text in one line.
fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shorten(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_SNIPPET) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Returns the day of a date, such as `2026-01-31`.
pub(super) fn day(text: &str) -> Option<String> {
    let text = text.trim();
    let aware =
        || DateTime::parse_from_rfc3339(text).or_else(|_| DateTime::parse_from_rfc2822(text));
    let naive = |form: &str| NaiveDateTime::parse_from_str(text, form);
    let day = aware()
        .map(|time| time.date_naive())
        .or_else(|_| naive("%Y-%m-%dT%H:%M:%S%.f").map(|time| time.date()))
        .or_else(|_| naive("%Y-%m-%d %H:%M:%S%.f").map(|time| time.date()))
        .or_else(|_| NaiveDate::parse_from_str(text, "%Y-%m-%d"))
        .ok()?;
    Some(day.format("%Y-%m-%d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(title: &str, url: &str, snippet: &str) -> Option<Hit> {
        Hit::new(
            Some(title.into()),
            Some(url.into()),
            Some(snippet.into()),
            None,
        )
    }

    #[test]
    fn a_result_without_a_url_of_the_web_is_dropped() {
        assert_eq!(Hit::new(Some("a".into()), None, None, None), None);
        assert_eq!(hit("a", "javascript:alert(1)", "b"), None);
        assert_eq!(
            hit(" ", "https://a.example/", "").unwrap().title,
            "https://a.example/"
        );
    }

    #[test]
    fn text_is_one_line_and_not_too_long() {
        let found = hit("a\n b", "https://a.example/", &"한 \n".repeat(2_000)).unwrap();
        assert_eq!(found.title, "a b");
        assert_eq!(found.snippet.chars().count(), 1_001);
        assert!(found.snippet.starts_with("한 한 한") && found.snippet.ends_with('…'));
    }

    #[test]
    fn dates_are_parsed_in_every_form() {
        for text in [
            "2026-01-31",
            "2026-01-31T00:00:00",
            "2026-01-31T23:59:59.123456",
            "2026-01-31 08:00:00",
            "2026-01-31T12:00:00Z",
            "2026-01-31T12:00:00+09:00",
            "Sat, 31 Jan 2026 12:00:00 GMT",
        ] {
            assert_eq!(day(text).as_deref(), Some("2026-01-31"), "{text}");
        }
        for text in ["", "yesterday", "2 days ago", "2026-13-01", "31/01/2026"] {
            assert_eq!(day(text), None, "{text}");
        }
    }
}
