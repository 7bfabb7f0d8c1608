//! Fuzzes what reads SQL: the scanner of the guard, and the places for arguments of `sql` tools.
//!
//! No statement may make them panic or take long. The scanner's tokens are the whole statement, and a
//! query without places stays as it is.
#![cfg_attr(fuzzing, no_main)]

use std::collections::BTreeSet;

use target::fuzz_target;

#[path = "../../../registry/src/kinds/sql/places.rs"]
mod places;
#[path = "../../../engines/src/postgres/guard/statement/scanner.rs"]
#[expect(dead_code, reason = "the guard asks more about tokens")]
mod scanner;
mod target;
#[path = "../../../registry/src/texts/kinds.rs"]
mod texts;

fuzz_target!(|sql: &str| {
    if let Ok(tokens) = scanner::scan(sql) {
        let mut end = 0;
        for token in tokens {
            assert_eq!(token.start, end);
            assert!(sql[end..].starts_with(token.text) && !token.text.is_empty());
            end += token.text.len();
        }
        assert_eq!(end, sql.len());
    }
    if let Ok(places) = places::Places::find(sql) {
        let distinct: BTreeSet<_> = places.names.iter().collect();
        assert_eq!(distinct.len(), places.names.len());
        assert!(!places.names.is_empty() || places.sql == sql);
    }
});
