//! [`Synonyms`]: a table of words that mean the same.

use std::collections::HashMap;

use super::tokens::{singular, tokens};

/// A table of words that mean the same. The default one is empty.
#[derive(Debug, Default)]
pub(in crate::vectors::embedded) struct Synonyms {
    /// The words of each group, as tokens.
    groups: Vec<Vec<Vec<String>>>,
    group_of: HashMap<String, usize>,
    /// The number of characters of the longest word that is not ASCII.
    longest: usize,
}

impl Synonyms {
    /// Reads a table: a group a line, its words separated by spaces.
    pub(in crate::vectors::embedded) fn parse(table: &str) -> Self {
        let mut synonyms = Self::default();
        for (number, line) in table.lines().enumerate() {
            for word in line.split(' ') {
                let letters: Vec<char> = word.chars().collect();
                if !word.is_ascii() {
                    synonyms.longest = synonyms.longest.max(letters.len());
                }
                synonyms.group_of.insert(singular(&letters), number);
            }
            synonyms.groups.push(line.split(' ').map(tokens).collect());
        }
        synonyms
    }

    /// Returns the groups that a word belongs to.
    ///
    /// A Korean compound such as `주문번호` can belong to several, and particles at the end of a
    /// word are ignored.
    pub(in crate::vectors::embedded) fn groups(&self, word: &str) -> Vec<&[Vec<String>]> {
        let letters: Vec<char> = word.chars().collect();
        if word.is_ascii() {
            let group = self.group_of.get(&singular(&letters));
            return group
                .map(|group| &*self.groups[*group])
                .into_iter()
                .collect();
        }
        let mut found = Vec::new();
        let mut rest = &letters[..];
        while !rest.is_empty() {
            let longest = (2..=self.longest.min(rest.len())).rev().find_map(|length| {
                let part: String = rest[..length].iter().collect();
                Some((&*self.groups[*self.group_of.get(&part)?], length))
            });
            let length = longest.map_or(1, |(_, length)| length);
            found.extend(longest.map(|(group, _)| group));
            rest = &rest[length..];
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_in_compounds_with_particles_and_in_the_plural() {
        let synonyms = Synonyms::parse("order 주문\nnumber 번호 id\nphone 전화번호");
        let of = |word: &str| synonyms.groups(word);
        assert_eq!(of("주문번호를"), [of("order"), of("number")].concat());
        assert_eq!(of("전화번호는"), of("phones"));
        assert_eq!(of("번호를"), of("id"));
        assert_ne!(of("order"), of("phone"));
        for unknown in ["무엇", "zebra", ""] {
            assert!(of(unknown).is_empty(), "{unknown}");
        }
        assert!(Synonyms::default().groups("주문번호").is_empty());
    }
}
