//! Fuzzes URI templates: the input is a template and a URI, one per line.
//!
//! The values must be those that an exhaustive search finds, and none may lead out of its path.
#![cfg_attr(fuzzing, no_main)]

mod target;

use std::collections::BTreeMap;

use target::fuzz_target;
use toolwright::resource::UriTemplate;

/// The longest URI for the exhaustive search, whose time grows exponentially.
const MAX_LETTERS: usize = 24;

fuzz_target!(|input: &str| {
    let Some((text, uri)) = input.split_once('\n') else {
        return;
    };
    let Ok(template) = UriTemplate::parse(text) else {
        return;
    };
    assert_eq!(template.as_str(), text);
    let values = template.values(uri);
    if let Ok(Some(values)) = &values {
        check_values(text, values);
    }
    if !text.contains("{?") && uri.chars().count() <= MAX_LETTERS {
        check_match(text, uri, &values);
    }
});

/// Checks that no value from a path leads out of it.
fn check_values(template: &str, values: &BTreeMap<String, String>) {
    for (name, value) in values {
        let is_piece = template.contains(&format!("{{{name}}}"));
        let is_rest = template.contains(&format!("{{+{name}}}"))
            || template.contains(&format!("{{{name}*}}"));
        if !is_piece && !is_rest {
            continue;
        }
        // A name that occurs in several forms must satisfy the mildest of them.
        assert!(!value.contains(['\\', '\0']), "{name} is {value:?}");
        assert!(is_rest || !value.contains('/'), "{name} is {value:?}");
        assert!(!value.starts_with('/'), "{name} is {value:?}");
        assert!(
            value.split('/').all(|step| step != ".." && step != "."),
            "{name} is {value:?}"
        );
    }
}

type Values = Result<Option<BTreeMap<String, String>>, &'static str>;

/// Checks the match against an exhaustive search.
fn check_match(template: &str, uri: &str, values: &Values) {
    let mut found = Vec::new();
    let fits = fits(template, uri, &mut found);
    assert_eq!(fits, !matches!(values, Ok(None)));
    if let Ok(Some(values)) = values {
        let names: BTreeMap<_, _> = found.into_iter().collect();
        assert!(values.keys().eq(names.keys()));
        for (name, raw) in names.into_iter().filter(|(_, raw)| !raw.contains('%')) {
            assert_eq!(values[&name], raw);
        }
    }
}

fn fits(template: &str, uri: &str, found: &mut Vec<(String, String)>) -> bool {
    let Some(letter) = template.chars().next() else {
        return uri.is_empty();
    };
    if letter != '{' {
        return uri
            .strip_prefix(letter)
            .is_some_and(|uri| fits(&template[letter.len_utf8()..], uri, found));
    }
    let (expression, template) = template[1..].split_once('}').unwrap();
    let is_rest = expression.starts_with('+') || expression.ends_with('*');
    let name = expression.trim_start_matches('+').trim_end_matches('*');
    for (at, letter) in uri.char_indices() {
        if !is_rest && matches!(letter, '/' | '?' | '#') {
            return false;
        }
        let end = at + letter.len_utf8();
        found.push((name.to_owned(), uri[..end].to_owned()));
        if fits(template, &uri[end..], found) {
            return true;
        }
        found.pop();
    }
    false
}
