//! Companions: words that stand beside a word of the question in other documents, and so may mean the same.

use std::collections::HashMap;

use super::keyword_index::{Asked, Words};

/// What a companion counts of the word itself.
const DAMPING: f32 = 0.9;
/// In longer documents words stand beside each other by chance.
const MOST_TERMS: usize = 32;
/// A word of more documents than this has everything beside it.
const MOST_DOCUMENTS: usize = 1000;
/// A document has a word if it has at least so much of it.
const ENOUGH: f32 = 0.5;
/// Weaker companions are chance.
const WEAKEST: f32 = 0.05;

/// How much each document has of the companions of `word`; `direct` is how much it has of the word itself.
pub(super) fn strengths(words: &Words, word: &Asked, direct: &[f32]) -> Vec<f32> {
    let mut strengths = vec![0.0_f32; direct.len()];
    let is_short = |row: usize| words.documents[row].terms.len() <= MOST_TERMS;
    let with_it: Vec<usize> = (0..direct.len())
        .filter(|row| direct[*row] >= ENOUGH)
        .collect();
    if with_it.len() > MOST_DOCUMENTS {
        return strengths;
    }
    let mut together: HashMap<u32, f32> = HashMap::new();
    for row in with_it.into_iter().filter(|row| is_short(*row)) {
        for term in &words.documents[row].terms {
            *together.entry(*term).or_default() += direct[row];
        }
    }
    for (term, together) in together {
        let postings = &words.postings[term as usize];
        // How often the word is there when the companion is.
        let strength = DAMPING * together / postings.len() as f32;
        if word.terms.contains(&term) || strength < WEAKEST {
            continue;
        }
        for row in postings.iter().map(|row| *row as usize) {
            if is_short(row) {
                strengths[row] = strengths[row].max(strength);
            }
        }
    }
    strengths
}
