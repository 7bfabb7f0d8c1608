//! What the API says to people: the tables of its [`CodedText`](toolwright_base::CodedText)s.

pub(crate) mod health;
mod requests;

use toolwright_base::TextCode;

pub(super) use self::requests::*;

/// All texts that the API sends with a code.
pub(super) fn all() -> impl Iterator<Item = &'static TextCode> {
    let own = [health::CODES, requests::CODES];
    let tables = [toolwright_registry::TEXTS, toolwright_engines::TEXTS];
    let tables = tables.into_iter().flatten().copied();
    tables.chain(own).flatten()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::all;

    #[test]
    fn every_code_is_that_of_one_text() {
        let mut seen = HashSet::new();
        let twice: Vec<_> = all().filter(|row| !seen.insert(row.code)).collect();
        assert_eq!(twice, [] as [&toolwright_base::TextCode; 0]);
        assert!(seen.len() > 250);
    }
}
