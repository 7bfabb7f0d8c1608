//! [`Words`]: which documents have which terms, and what that says about a question.

use std::collections::HashMap;

use super::{companions, tokens::words};

/// How much a document gains where one of its pieces fits the question.
const PIECE: f32 = 0.4;
/// What a word for the same counts of the word itself.
const CONCEPT: f32 = 0.8;

/// Which documents have which terms.
#[derive(Debug, Default)]
pub(in crate::data::vectors::embedded) struct Words {
    terms: HashMap<Box<str>, u32>,
    /// The documents of each term.
    pub(super) postings: Vec<Vec<u32>>,
    /// The documents of each concept.
    concepts: Vec<Vec<u32>>,
    pub(super) documents: Vec<Document>,
}

/// A document's terms, by their number.
#[derive(Debug, Default)]
pub(super) struct Document {
    /// What stands between spaces.
    pieces: Vec<Box<[u32]>>,
    /// All, each once, in their order.
    pub(super) terms: Box<[u32]>,
    /// What it is about, each concept once.
    concepts: Box<[u16]>,
}

/// A word of a question, as far as the documents have it.
pub(super) struct Asked {
    /// Those of its terms that are known.
    pub(super) terms: Vec<u32>,
    /// What each of them is of the word.
    share: f32,
    /// Those of its concepts that are known.
    concepts: Vec<u16>,
    weight: f32,
}

impl Words {
    /// Puts a document at `row`, in the place of the one that was there. Rows are filled one after the other.
    pub(in crate::data::vectors::embedded) fn put(&mut self, row: usize, text: &str) {
        let number = u32::try_from(row).unwrap_or(u32::MAX);
        if let Some(old) = self.documents.get_mut(row) {
            let old = std::mem::take(old);
            for term in old.terms {
                self.postings[term as usize].retain(|document| *document != number);
            }
            for concept in old.concepts {
                self.concepts[usize::from(concept)].retain(|document| *document != number);
            }
        } else {
            self.documents.resize_with(row + 1, Document::default);
        }
        let document = self.document(text);
        for term in &document.terms {
            self.postings[*term as usize].push(number);
        }
        for place in document
            .concepts
            .iter()
            .map(|concept| usize::from(*concept))
        {
            if self.concepts.len() <= place {
                self.concepts.resize_with(place + 1, Vec::new);
            }
            self.concepts[place].push(number);
        }
        self.documents[row] = document;
    }

    fn document(&mut self, text: &str) -> Document {
        let mut pieces = Vec::new();
        let mut all = Vec::new();
        let mut concepts = Vec::new();
        for piece in text.split_whitespace() {
            let mut numbers = Vec::new();
            for word in words(piece) {
                numbers.extend(word.terms.into_iter().map(|term| self.number(term)));
                concepts.extend(word.concepts);
            }
            numbers.sort_unstable();
            numbers.dedup();
            all.extend(&numbers);
            pieces.push(numbers.into());
        }
        all.sort_unstable();
        all.dedup();
        concepts.sort_unstable();
        concepts.dedup();
        Document {
            pieces,
            terms: all.into(),
            concepts: concepts.into(),
        }
    }

    fn number(&mut self, term: String) -> u32 {
        let next = u32::try_from(self.postings.len()).unwrap_or(u32::MAX);
        let number = *self.terms.entry(term.into()).or_insert(next);
        if number == next {
            self.postings.push(Vec::new());
        }
        number
    }

    /// How much each document shares with a question, between 0 and 1; nothing where no document has any word of it.
    pub(in crate::data::vectors::embedded) fn scores(&self, question: &str) -> Option<Vec<f32>> {
        let asked = self.asked(question);
        let total: f32 = asked.iter().map(|word| word.weight).sum();
        if total <= 0.0 {
            return None;
        }
        let mut scores = vec![0.0; self.documents.len()];
        for word in &asked {
            let direct = self.direct(word);
            // Companions are a guess, where it is not known what means the same.
            let similar = match word.concepts.is_empty() {
                true => companions::strengths(self, word, &direct),
                false => self.same_concepts(word),
            };
            for (row, score) in scores.iter_mut().enumerate() {
                *score += word.weight / total * direct[row].max(similar[row]);
            }
        }
        self.add_pieces(&asked, &mut scores);
        Some(scores)
    }

    fn asked(&self, question: &str) -> Vec<Asked> {
        let known = |term: &String| {
            let number = *self.terms.get(term.as_str())?;
            (!self.postings[number as usize].is_empty()).then_some(number)
        };
        let is_known = |concept: &u16| {
            let documents = self.concepts.get(usize::from(*concept));
            documents.is_some_and(|documents| !documents.is_empty())
        };
        let asked = words(question).into_iter().map(|word| {
            let mut terms: Vec<u32> = word.terms.iter().filter_map(known).collect();
            terms.sort_unstable();
            terms.dedup();
            let concepts: Vec<u16> = word.concepts.into_iter().filter(is_known).collect();
            let of_terms = terms.iter().map(|term| self.weight(*term));
            let of_concepts = concepts.iter().map(|concept| self.concept_weight(*concept));
            // A rare word for what is everywhere says little.
            let weight = match concepts.is_empty() {
                true => of_terms.fold(0.0, f32::max),
                false => of_concepts.fold(0.0, f32::max),
            };
            Asked {
                weight,
                share: 1.0 / word.terms.len() as f32,
                terms,
                concepts,
            }
        });
        asked.filter(|word| word.weight > 0.0).collect()
    }

    /// What a term says: more if it is rare.
    fn weight(&self, term: u32) -> f32 {
        self.rarity(&self.postings[term as usize])
    }

    fn concept_weight(&self, concept: u16) -> f32 {
        self.rarity(&self.concepts[usize::from(concept)])
    }

    fn rarity(&self, with_it: &[u32]) -> f32 {
        let documents = self.documents.len() as f32;
        let with_it = with_it.len() as f32;
        (1.0 + documents / with_it.max(1.0)).ln()
    }

    /// How much each document has of words that mean the same.
    fn same_concepts(&self, word: &Asked) -> Vec<f32> {
        let mut strengths = vec![0.0_f32; self.documents.len()];
        let share = CONCEPT / word.concepts.len() as f32;
        for concept in &word.concepts {
            for row in &self.concepts[usize::from(*concept)] {
                strengths[*row as usize] += share;
            }
        }
        strengths
    }

    /// How much of the word each document has.
    fn direct(&self, word: &Asked) -> Vec<f32> {
        let mut direct = vec![0.0_f32; self.documents.len()];
        for term in &word.terms {
            for row in &self.postings[*term as usize] {
                direct[*row as usize] += word.share;
            }
        }
        direct
    }

    /// Adds how well the question fits one of a document's pieces: how much of the piece it explains, times how much of it is there.
    fn add_pieces(&self, asked: &[Asked], scores: &mut [f32]) {
        let mut terms: Vec<u32> = asked.iter().flat_map(|word| &word.terms).copied().collect();
        terms.sort_unstable();
        terms.dedup();
        let weigh = |terms: &[u32]| -> f32 { terms.iter().map(|term| self.weight(*term)).sum() };
        let question = weigh(&terms);
        let mut rows: Vec<u32> = terms
            .iter()
            .flat_map(|term| &self.postings[*term as usize])
            .copied()
            .collect();
        rows.sort_unstable();
        rows.dedup();
        for row in rows {
            let pieces = self.documents[row as usize].pieces.iter();
            let fit = pieces.map(|piece| {
                let shared: Vec<u32> = piece
                    .iter()
                    .filter(|term| terms.binary_search(term).is_ok())
                    .copied()
                    .collect();
                let shared = weigh(&shared);
                if shared > 0.0 {
                    shared / weigh(piece) * (shared / question)
                } else {
                    0.0
                }
            });
            scores[row as usize] += PIECE * fit.fold(0.0, f32::max);
        }
        for score in scores {
            *score /= 1.0 + PIECE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(documents: &[&str]) -> Words {
        let mut words = Words::default();
        for (row, text) in documents.iter().enumerate() {
            words.put(row, text);
        }
        words
    }

    #[test]
    fn shared_words_count_and_rare_ones_more() {
        let words = of(&["the red house", "the blue house", "the red car", "a tree"]);
        let scores = words.scores("the car").unwrap();
        assert!(scores[2] > scores[0] && scores[0] > scores[3], "{scores:?}");
        assert_eq!(words.scores("nothing known"), None);
        assert_eq!(words.scores(""), None);
        let whole = of(&["car"]).scores("cars").unwrap();
        assert_eq!(whole, [1.0]);
    }

    #[test]
    fn a_replaced_document_is_not_found_by_its_old_words() {
        let mut words = of(&["red house", "blue car"]);
        words.put(0, "green tree");
        assert_eq!(words.scores("house"), None);
        let scores = words.scores("tree").unwrap();
        assert!(scores[0] > 0.9 && scores[1] == 0.0, "{scores:?}");
        let mut dated = of(&["order_date", "order_id"]);
        dated.put(0, "order_note");
        assert_eq!(dated.scores("날짜"), None);
    }

    #[test]
    fn words_for_the_same_count_in_both_languages() {
        let words = of(&["orders.order_date", "orders.status", "고객 전화번호"]);
        let scores = words.scores("주문 날짜").unwrap();
        assert!(scores[0] > scores[1] && scores[1] > scores[2], "{scores:?}");
        let scores = words.scores("phone of the client").unwrap();
        assert!(scores[2] > 0.5 && scores[0] == 0.0, "{scores:?}");
    }

    #[test]
    fn companions_lead_to_documents_without_the_word() {
        let words = of(&[
            "users.email 이메일",
            "accounts.user_email 이메일",
            "customers.contact_email 연락처",
            "customers.name 이름",
        ]);
        let scores = words.scores("이메일").unwrap();
        assert!(scores[0] > scores[2] && scores[2] > scores[3], "{scores:?}");
    }
}
