//! Fragments of an expansion, whatever the spaces.

use super::refusal::{Expand, errors, expand};

/// Asserts that an expansion has no errors, and has this fragment, whatever the spaces.
#[track_caller]
pub(super) fn has(attribute_macro: Expand, attribute: &str, item: &str, fragment: &str) {
    let expansion = expanded(attribute_macro, attribute, item);
    assert!(
        expansion.contains(&squeezed(fragment)),
        "no `{fragment}` in `{expansion}`"
    );
}

/// Asserts that an expansion has no errors, and does not have this fragment.
#[track_caller]
pub(super) fn lacks(attribute_macro: Expand, attribute: &str, item: &str, fragment: &str) {
    let expansion = expanded(attribute_macro, attribute, item);
    assert!(
        !expansion.contains(&squeezed(fragment)),
        "`{fragment}` in `{expansion}`"
    );
}

/// The expansion without the path that all generated code has, and without spaces.
#[track_caller]
fn expanded(attribute_macro: Expand, attribute: &str, item: &str) -> String {
    let expansion = expand(attribute_macro, attribute, item);
    assert_eq!(errors(expansion.clone()), []);
    squeezed(&expansion.to_string()).replace("::toolwright::__private::", "")
}

fn squeezed(source: &str) -> String {
    source.split_whitespace().collect()
}
