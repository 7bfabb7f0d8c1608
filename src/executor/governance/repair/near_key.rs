//! The name that was meant, where one came with a slip of the pen.

use serde_json::{Map, Value};

/// The most letters that may be wrong.
const MOST: usize = 2;

/// The one of `known` that `name` was meant to be: near to it, nearer than every other, and not there already.
pub(super) fn near_key<'a>(
    name: &str,
    known: &'a Map<String, Value>,
    there: &Map<String, Value>,
) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    let mut is_alone = true;
    for candidate in known
        .keys()
        .filter(|candidate| !there.contains_key(*candidate))
    {
        let distance = distance(name, candidate);
        if distance > limit(candidate) {
            continue;
        }
        match best {
            Some((least, _)) if distance > least => {}
            Some((least, _)) if distance == least => is_alone = false,
            _ => {
                best = Some((distance, candidate));
                is_alone = true;
            }
        }
    }
    best.filter(|_| is_alone).map(|(_, candidate)| candidate)
}

/// `maxResults` and `max-results` are `max_results`; else letters are counted.
fn distance(name: &str, candidate: &str) -> usize {
    if folded(name) == folded(candidate) {
        return 1;
    }
    strsim::osa_distance(name, candidate)
}

fn folded(name: &str) -> String {
    name.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// In a short name, two other letters make another name.
fn limit(candidate: &str) -> usize {
    if candidate.chars().count() <= 4 {
        1
    } else {
        MOST
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn meant(name: &str, known: &[&str], there: &[&str]) -> Option<String> {
        let map = |names: &[&str]| {
            let entries = names.iter().map(|name| ((*name).to_owned(), json!(1)));
            entries.collect::<Map<_, _>>()
        };
        near_key(name, &map(known), &map(there)).map(ToOwned::to_owned)
    }

    #[test]
    fn a_slip_of_the_pen_is_understood_where_only_one_name_is_near() {
        assert_eq!(
            meant("querry", &["query", "limit"], &[]),
            Some("query".into())
        );
        assert_eq!(
            meant("maxResults", &["max_results"], &[]),
            Some("max_results".into())
        );
        assert_eq!(meant("qeury", &["query"], &[]), Some("query".into()));
        assert_eq!(meant("banana", &["query"], &[]), None);
        // Two are equally near.
        assert_eq!(meant("nam", &["name", "nami"], &[]), None);
        // The name is there already.
        assert_eq!(meant("querry", &["query"], &["query"]), None);
        // A letter more or less in a short name may be, two are too many.
        assert_eq!(meant("ids", &["id"], &[]), Some("id".into()));
        assert_eq!(meant("to", &["id"], &[]), None);
    }
}
