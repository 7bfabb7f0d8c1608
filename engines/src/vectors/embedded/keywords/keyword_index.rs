//! [`KeywordIndex`]: which documents have which tokens, and how well a query fits them.

use std::collections::HashMap;

use super::tokens::{Synonyms, tokens, words};

/// How much the best piece of a document counts beside its words.
const PIECE: f32 = 0.4;
/// How much a synonym counts beside the word itself.
const SYNONYM: f32 = 0.8;

/// Which documents have which tokens.
#[derive(Debug, Default)]
pub(in crate::vectors::embedded) struct KeywordIndex {
    numbers: HashMap<Box<str>, u32>,
    /// The rows of the documents that have a token, by the token's number.
    postings: Vec<Vec<u32>>,
    documents: Vec<IndexedDocument>,
}

/// The tokens of a document, by their numbers.
#[derive(Debug, Default)]
struct IndexedDocument {
    /// The tokens between two spaces, sorted.
    pieces: Vec<Box<[u32]>>,
    /// All tokens, sorted, each once.
    tokens: Box<[u32]>,
}

/// A word of a query, reduced to what the documents have of it.
struct QueryWord {
    /// Its tokens that some document has, sorted.
    tokens: Vec<u32>,
    /// How much of the word one token is.
    share: f32,
    /// The rows of the documents with a synonym, a list for each group of synonyms.
    synonyms: Vec<Vec<u32>>,
    weight: f32,
}

impl KeywordIndex {
    /// Puts a document at `row`, in place of the one that was there. Rows are filled in order.
    pub(in crate::vectors::embedded) fn put(&mut self, row: usize, text: &str) {
        let number = u32::try_from(row).unwrap_or(u32::MAX);
        if let Some(old) = self.documents.get_mut(row) {
            for token in std::mem::take(old).tokens {
                self.postings[token as usize].retain(|document| *document != number);
            }
        } else {
            self.documents
                .resize_with(row + 1, IndexedDocument::default);
        }
        let document = self.document(text);
        for token in &document.tokens {
            self.postings[*token as usize].push(number);
        }
        self.documents[row] = document;
    }

    fn document(&mut self, text: &str) -> IndexedDocument {
        let mut pieces = Vec::new();
        for piece in text.split_whitespace() {
            let words = words(piece);
            let tokens = words.iter().flat_map(|word| tokens(word));
            let numbers = tokens.map(|token| self.number(token));
            pieces.push(sorted(numbers.collect()).into());
        }
        let all = pieces.iter().flatten().copied().collect();
        IndexedDocument {
            pieces,
            tokens: sorted(all).into(),
        }
    }

    fn number(&mut self, token: String) -> u32 {
        let next = u32::try_from(self.postings.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(token.into()).or_insert(next);
        if number == next {
            self.postings.push(Vec::new());
        }
        number
    }

    /// Returns the score of each document between 0 and 1, or `None` if no document has any word
    /// of the query.
    pub(in crate::vectors::embedded) fn scores(
        &self,
        query: &str,
        synonyms: &Synonyms,
    ) -> Option<Vec<f32>> {
        let words = words(query);
        let words = words.iter().map(|word| self.query_word(word, synonyms));
        let words: Vec<_> = words.filter(|word| word.weight > 0.0).collect();
        let total: f32 = words.iter().map(|word| word.weight).sum();
        if total <= 0.0 {
            return None;
        }
        let mut scores = vec![0.0; self.documents.len()];
        for word in &words {
            let (direct, similar) = (self.direct(word), self.similar(word));
            for (row, score) in scores.iter_mut().enumerate() {
                *score += word.weight / total * direct[row].max(similar[row]);
            }
        }
        self.add_pieces(&words, &mut scores);
        Some(scores)
    }

    fn query_word(&self, word: &str, synonyms: &Synonyms) -> QueryWord {
        let all = tokens(word);
        let known = sorted(all.iter().filter_map(|token| self.known(token)).collect());
        let groups = synonyms.groups(word).into_iter();
        let groups = groups.map(|group| self.rows_with_any(group));
        let synonyms: Vec<_> = groups.filter(|rows| !rows.is_empty()).collect();
        // A rare word for a frequent thing says as little as the frequent word.
        let weight = match synonyms.is_empty() {
            true => known
                .iter()
                .map(|token| self.weight(*token))
                .fold(0.0, f32::max),
            false => synonyms
                .iter()
                .map(|rows| self.rarity(rows))
                .fold(0.0, f32::max),
        };
        QueryWord {
            weight,
            share: 1.0 / all.len() as f32,
            tokens: known,
            synonyms,
        }
    }

    /// Returns the number of a token that some document has.
    fn known(&self, token: &str) -> Option<u32> {
        let number = *self.numbers.get(token)?;
        (!self.postings[number as usize].is_empty()).then_some(number)
    }

    /// Returns the rows of the documents that have all tokens of at least one of these words.
    fn rows_with_any(&self, words: &[Vec<String>]) -> Vec<u32> {
        let mut rows = Vec::new();
        for word in words {
            let known: Option<Vec<u32>> = word.iter().map(|token| self.known(token)).collect();
            if let Some([first, rest @ ..]) = known.as_deref() {
                let has_rest = |row: &&u32| {
                    let tokens = &self.documents[**row as usize].tokens;
                    rest.iter().all(|token| tokens.binary_search(token).is_ok())
                };
                rows.extend(self.postings[*first as usize].iter().filter(has_rest));
            }
        }
        sorted(rows)
    }

    fn weight(&self, token: u32) -> f32 {
        self.rarity(&self.postings[token as usize])
    }

    /// Returns how much a token says that these documents have: more if they are few.
    fn rarity(&self, rows: &[u32]) -> f32 {
        (1.0 + self.documents.len() as f32 / rows.len().max(1) as f32).ln()
    }

    /// Returns how much of the word each document has.
    fn direct(&self, word: &QueryWord) -> Vec<f32> {
        let mut direct = vec![0.0_f32; self.documents.len()];
        for token in &word.tokens {
            for row in &self.postings[*token as usize] {
                direct[*row as usize] += word.share;
            }
        }
        direct
    }

    /// Returns how much of the word's synonyms each document has.
    fn similar(&self, word: &QueryWord) -> Vec<f32> {
        let mut similar = vec![0.0_f32; self.documents.len()];
        let share = SYNONYM / word.synonyms.len() as f32;
        for row in word.synonyms.iter().flatten() {
            similar[*row as usize] += share;
        }
        similar
    }

    /// Adds how well the query fits the best piece of each document: the share of the piece that
    /// the query explains, times the share of the query that the piece has.
    fn add_pieces(&self, words: &[QueryWord], scores: &mut [f32]) {
        let tokens = words.iter().flat_map(|word| &word.tokens).copied();
        let tokens = sorted(tokens.collect());
        let weigh =
            |tokens: &[u32]| -> f32 { tokens.iter().map(|token| self.weight(*token)).sum() };
        let query = weigh(&tokens);
        let rows = tokens
            .iter()
            .flat_map(|token| &self.postings[*token as usize]);
        for row in sorted(rows.copied().collect()) {
            let pieces = self.documents[row as usize].pieces.iter();
            let fit = pieces.map(|piece| {
                let shared = piece
                    .iter()
                    .filter(|token| tokens.binary_search(token).is_ok());
                let shared = weigh(&shared.copied().collect::<Vec<_>>());
                if shared > 0.0 {
                    shared / weigh(piece) * (shared / query)
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

/// Sorts numbers, and keeps each once.
fn sorted(mut numbers: Vec<u32>) -> Vec<u32> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The index of some documents, with a few synonyms.
    struct Index(KeywordIndex, Synonyms);

    impl Index {
        fn scores(&self, query: &str) -> Option<Vec<f32>> {
            self.0.scores(query, &self.1)
        }
    }

    fn of(documents: &[&str]) -> Index {
        let mut index = KeywordIndex::default();
        for (row, text) in documents.iter().enumerate() {
            index.put(row, text);
        }
        let table = "date 날짜\norder 주문\ncustomer 고객 client\nphone 전화번호\nemail 이메일";
        Index(index, Synonyms::parse(table))
    }

    #[test]
    fn shared_words_count_and_rare_ones_more() {
        let index = of(&["the red house", "the blue house", "the red car", "a tree"]);
        let scores = index.scores("the car").unwrap();
        assert!(scores[2] > scores[0] && scores[0] > scores[3], "{scores:?}");
        assert_eq!(index.scores("nothing known"), None);
        assert_eq!(index.scores(""), None);
        let whole = of(&["car"]).scores("cars").unwrap();
        assert_eq!(whole, [1.0]);
    }

    #[test]
    fn a_replaced_document_is_not_found_by_its_old_words() {
        let mut index = of(&["red house", "blue car"]);
        index.0.put(0, "green tree");
        assert_eq!(index.scores("house"), None);
        let scores = index.scores("tree").unwrap();
        assert!(scores[0] > 0.9 && scores[1] == 0.0, "{scores:?}");
        let mut dated = of(&["order_date", "order_id"]);
        dated.0.put(0, "order_note");
        assert_eq!(dated.scores("날짜"), None);
    }

    #[test]
    fn synonyms_count_in_both_languages() {
        let index = of(&["orders.order_date", "orders.status", "고객 전화번호"]);
        let scores = index.scores("주문 날짜").unwrap();
        assert!(scores[0] > scores[1] && scores[1] > scores[2], "{scores:?}");
        let scores = index.scores("phone of the client").unwrap();
        assert!(scores[2] > 0.5 && scores[0] == 0.0, "{scores:?}");
    }

    #[test]
    fn a_document_with_the_word_and_its_synonym_comes_first() {
        let index = of(&[
            "users.email 이메일",
            "accounts.user_email 이메일",
            "customers.contact_email 연락처",
            "customers.name 이름",
        ]);
        let scores = index.scores("이메일").unwrap();
        assert!(scores[0] > scores[2] && scores[2] > scores[3], "{scores:?}");
    }

    #[test]
    fn without_a_table_only_shared_words_count() {
        let Index(index, _) = of(&["orders.order_date", "주문 상태"]);
        assert_eq!(index.scores("날짜", &Synonyms::default()), None);
        let scores = index.scores("주문", &Synonyms::default()).unwrap();
        assert!(scores[1] > 0.5 && scores[0] == 0.0, "{scores:?}");
    }
}
