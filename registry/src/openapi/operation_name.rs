//! Names of tools and arguments, made from those of a document.

use std::collections::{BTreeSet, HashMap};

/// The longest name that every client accepts.
pub(super) const MAX: usize = 64;

/// Makes names that clients accept, each of them once.
#[derive(Debug, Default)]
pub(super) struct Names {
    used: BTreeSet<String>,
    /// How often a name was wanted.
    wanted: HashMap<String, usize>,
}

impl Names {
    /// Returns a name like `wanted` that was not returned before.
    pub(super) fn take(&mut self, wanted: &str) -> String {
        let base = clean(wanted, MAX);
        let number = self.wanted.entry(base.clone()).or_default();
        loop {
            *number += 1;
            let name = match *number {
                1 => base.clone(),
                number => {
                    let end = format!("_{number}");
                    format!("{}{end}", clean(&base, MAX - end.len()))
                }
            };
            if self.used.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// Returns a text in which everything but letters of A to Z, digits, `_`, `-` and `.` is one `_`.
pub(super) fn clean(text: &str, most: usize) -> String {
    let mut name = String::new();
    for letter in text.trim().chars() {
        if name.len() >= most {
            break;
        }
        let is_allowed = letter.is_ascii_alphanumeric() || "_-.".contains(letter);
        match is_allowed {
            true => name.push(letter),
            false if name.ends_with('_') || name.is_empty() => {}
            false => name.push('_'),
        }
    }
    let name = name.trim_end_matches('_');
    match name {
        "" => "operation".into(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_clean_short_and_different() {
        let mut names = Names::default();
        for (wanted, expected) in [
            ("listPets", "listPets"),
            ("listPets", "listPets_2"),
            ("GET /pets/{id}", "GET_pets_id"),
            ("repos/list for.org", "repos_list_for.org"),
            ("목록", "operation"),
            ("", "operation_2"),
        ] {
            assert_eq!(names.take(wanted), expected);
        }
        let long = "x".repeat(100);
        assert_eq!(names.take(&long), "x".repeat(64));
        assert_eq!(names.take(&long), format!("{}_2", "x".repeat(62)));
    }
}
