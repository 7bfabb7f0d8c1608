//! Finds the key that was meant by a misspelt one.

use serde_json::{Map, Value};

/// The maximum edit distance.
const MAX_DISTANCE: usize = 2;

/// Returns the key of `known` that is most similar to `name`.
///
/// Returns `None` if no key or more than one is that similar. Keys that are `present` do not count.
pub(super) fn near_key<'a>(
    name: &str,
    known: &'a Map<String, Value>,
    present: &Map<String, Value>,
) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    let mut is_alone = true;
    for candidate in known
        .keys()
        .filter(|candidate| !present.contains_key(*candidate))
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

/// Returns the edit distance, which is 1 for another style: `maxResults`, `max-results`.
fn distance(name: &str, candidate: &str) -> usize {
    // A name may be as long as a request, and comparing costs the product of both lengths.
    if name.len() > 4 * candidate.len() + MAX_DISTANCE {
        return usize::MAX;
    }
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

/// Returns the maximum distance from `candidate`. A short key may differ in one letter only.
fn limit(candidate: &str) -> usize {
    if candidate.chars().count() <= 4 {
        1
    } else {
        MAX_DISTANCE
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn meant(name: &str, known: &[&str], present: &[&str]) -> Option<String> {
        let map = |names: &[&str]| {
            let entries = names.iter().map(|name| ((*name).to_owned(), json!(1)));
            entries.collect::<Map<_, _>>()
        };
        near_key(name, &map(known), &map(present)).map(ToOwned::to_owned)
    }

    #[test]
    fn a_misspelt_key_is_found_if_only_one_is_similar() {
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
        // Two keys are equally similar.
        assert_eq!(meant("nam", &["name", "nami"], &[]), None);
        // The key is present already.
        assert_eq!(meant("querry", &["query"], &["query"]), None);
        // In a short key one letter may differ, but not two.
        assert_eq!(meant("ids", &["id"], &[]), Some("id".into()));
        assert_eq!(meant("to", &["id"], &[]), None);
    }
}
