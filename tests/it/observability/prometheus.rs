//! A parser for the text format of Prometheus, as strict as that of Prometheus.

use std::collections::{BTreeMap, BTreeSet};

use crate::harness::{Body, TestServer, get};

/// The metrics of a server, by name and labels as they are written.
#[derive(Debug)]
pub(super) struct Scrape {
    numbers: BTreeMap<String, f64>,
    kinds: BTreeMap<String, String>,
}

impl Scrape {
    pub(super) async fn of(server: &TestServer) -> Self {
        let answer = get(server, "/metrics").await;
        assert_eq!(answer.status, 200);
        match answer.body {
            Body::Text(text) => Self::parse(&text),
            other => panic!("not text: {other:?}"),
        }
    }

    pub(super) fn parse(text: &str) -> Self {
        let mut scrape = Self {
            numbers: BTreeMap::new(),
            kinds: BTreeMap::new(),
        };
        let mut helped = BTreeSet::new();
        assert!(text.ends_with('\n'), "the last line has no end");
        for line in text.lines() {
            if let Some(help) = line.strip_prefix("# HELP ") {
                let (name, help) = help.split_once(' ').unwrap();
                assert!(helped.insert(name.to_owned()), "`{name}` is helped twice");
                assert!(!help.is_empty());
            } else if let Some(kind) = line.strip_prefix("# TYPE ") {
                let (name, kind) = kind.split_once(' ').unwrap();
                assert!(helped.contains(name), "`{name}` has no help");
                let earlier = scrape.kinds.insert(name.to_owned(), kind.to_owned());
                assert_eq!(earlier, None, "`{name}` has two types");
            } else {
                scrape.add(line);
            }
        }
        scrape.check_histograms();
        scrape
    }

    fn add(&mut self, line: &str) {
        let (series, value) = line.rsplit_once(' ').unwrap();
        let (name, labels) = series.split_once('{').unwrap_or((series, "}"));
        check_labels(labels.strip_suffix('}').unwrap(), line);
        let family = ["_bucket", "_sum", "_count"]
            .iter()
            .find_map(|end| name.strip_suffix(end))
            .filter(|family| {
                self.kinds
                    .get(*family)
                    .is_some_and(|kind| kind == "histogram")
            })
            .unwrap_or(name);
        let kind = self.kinds.get(family);
        let kind = kind.unwrap_or_else(|| panic!("`{name}` has no type"));
        assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
        let earlier = self
            .numbers
            .insert(series.to_owned(), value.parse().unwrap());
        assert_eq!(earlier, None, "`{series}` is there twice");
    }

    /// Checks that the last bucket of every histogram has all values.
    fn check_histograms(&self) {
        for (series, value) in &self.numbers {
            if let Some(all) = series.strip_suffix("le=\"+Inf\"}") {
                let (name, labels) = all.split_once("_bucket{").unwrap();
                let count = match labels.trim_end_matches(',') {
                    "" => format!("{name}_count"),
                    labels => format!("{name}_count{{{labels}}}"),
                };
                assert_eq!(self.numbers.get(&count), Some(value), "{count}");
            }
        }
    }

    /// Returns the value of a series.
    pub(super) fn get(&self, series: &str) -> Option<f64> {
        self.numbers.get(series).copied()
    }

    /// Returns the labels and values of all series of this name that are not 0.
    pub(super) fn all(&self, name: &str) -> Vec<(&str, f64)> {
        self.numbers
            .iter()
            .filter(|(_, value)| **value != 0.0)
            .filter_map(|(series, value)| {
                let labels = series.strip_prefix(name)?.strip_prefix('{')?;
                Some((labels.strip_suffix('}')?, *value))
            })
            .collect()
    }
}

/// `name="value",…`, where values are escaped.
fn check_labels(labels: &str, line: &str) {
    let mut rest = labels;
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").unwrap_or_else(|| panic!("{line}"));
        let letters = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        assert!(!name.is_empty() && name.chars().all(letters), "{line}");
        let mut letters = after.char_indices();
        let end = loop {
            match letters.next() {
                Some((_, '\\')) => {
                    let escaped = letters.next().map(|(_, letter)| letter);
                    assert!(matches!(escaped, Some('\\' | '"' | 'n')), "{line}");
                }
                Some((at, '"')) => break at,
                Some(_) => {}
                None => panic!("a label does not end: {line}"),
            }
        };
        rest = &after[end + 1..];
        rest = rest.strip_prefix(',').unwrap_or(rest);
    }
}

#[test]
#[should_panic(expected = "is there twice")]
fn a_duplicate_series_is_rejected() {
    Scrape::parse("# HELP a A.\n# TYPE a gauge\na{b=\"c\"} 1\na{b=\"c\"} 2\n");
}

#[test]
#[should_panic(expected = "a label does not end")]
fn an_unterminated_label_is_rejected() {
    Scrape::parse("# HELP a A.\n# TYPE a gauge\na{b=\"c\\\"} 1\n");
}

#[test]
#[should_panic(expected = "d_count")]
fn an_inconsistent_histogram_is_rejected() {
    Scrape::parse("# HELP d D.\n# TYPE d histogram\nd_bucket{le=\"+Inf\"} 2\nd_sum 1\nd_count 3\n");
}
