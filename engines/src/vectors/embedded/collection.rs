//! [`Collection`]: the documents of a collection, in memory.

use std::{
    collections::{HashMap, HashSet},
    time::Instant,
};

use super::{
    filter::{Where, WhereDocument},
    keywords::{KeywordIndex, Synonyms},
    ranking::{Scored, dot, normalise, top},
};
use crate::vectors::{
    index_error::IndexError,
    store::{Hit, Metadata, Record, StoredDocument, VectorQuery},
};

/// Documents in memory, each in its own row.
#[derive(Debug, Default)]
pub(super) struct Collection {
    dimension: usize,
    rows_by_id: HashMap<String, usize>,
    entries: Vec<CollectionEntry>,
    /// The vectors of all rows, each normalised.
    numbers: Vec<f32>,
    keywords: KeywordIndex,
}

#[derive(Debug)]
struct CollectionEntry {
    id: String,
    document: String,
    metadata: Option<Metadata>,
}

/// The filters of a query.
pub(super) struct Filters {
    metadata: Option<Where>,
    document: Option<WhereDocument>,
}

impl Filters {
    pub(super) fn parse(query: &VectorQuery) -> Result<Self, IndexError> {
        let metadata = query.where_metadata.as_ref().map(Where::parse);
        let document = query.where_document.as_ref().map(WhereDocument::parse);
        Ok(Self {
            metadata: metadata.transpose()?,
            document: document.transpose()?,
        })
    }

    fn passes(&self, entry: &CollectionEntry) -> bool {
        let metadata = self.metadata.as_ref();
        let document = self.document.as_ref();
        metadata.is_none_or(|filter| filter.passes(entry.metadata.as_ref()))
            && document.is_none_or(|filter| filter.passes(&entry.document))
    }
}

impl Collection {
    pub(super) fn new(dimension: usize) -> Self {
        Self {
            dimension,
            ..Self::default()
        }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Adds a record, or replaces the one with its id.
    pub(super) fn put(&mut self, record: Record) {
        let next = self.entries.len();
        let row = *self.rows_by_id.entry(record.id.clone()).or_insert(next);
        self.keywords.put(row, &record.document);
        let entry = CollectionEntry {
            id: record.id,
            document: record.document,
            metadata: record.metadata,
        };
        if row == next {
            self.entries.push(entry);
            self.numbers.extend(&record.embedding[..]);
        } else {
            self.entries[row] = entry;
            self.vector_mut(row).copy_from_slice(&record.embedding);
        }
        normalise(self.vector_mut(row));
    }

    fn vector_mut(&mut self, row: usize) -> &mut [f32] {
        let start = row * self.dimension;
        &mut self.numbers[start..start + self.dimension]
    }

    /// Whether a record has this id.
    pub(super) fn has(&self, id: &str) -> bool {
        self.rows_by_id.contains_key(id)
    }

    /// Returns the documents with these ids, as far as they exist.
    pub(super) fn get_documents(&self, ids: &[String]) -> HashMap<String, StoredDocument> {
        let stored = ids.iter().filter_map(|id| {
            let entry = &self.entries[*self.rows_by_id.get(id)?];
            let stored = StoredDocument {
                document: entry.document.clone(),
                metadata: entry.metadata.clone(),
            };
            Some((id.clone(), stored))
        });
        stored.collect()
    }

    /// Returns the ids of the records whose metadata has this value under this key.
    pub(super) fn ids_with(&self, key: &str, value: &str) -> HashSet<String> {
        let is_match = |entry: &&CollectionEntry| {
            let metadata = entry.metadata.as_ref();
            metadata.and_then(|metadata| metadata.get(key)?.as_str()) == Some(value)
        };
        let found = self.entries.iter().filter(is_match);
        found.map(|entry| entry.id.clone()).collect()
    }

    /// Returns all records, with normalised vectors.
    pub(super) fn records(&self) -> Vec<Record> {
        let rows = self.numbers.chunks_exact(self.dimension.max(1));
        let entries = self.entries.iter().zip(rows);
        let record = |(entry, numbers): (&CollectionEntry, &[f32])| Record {
            id: entry.id.clone(),
            document: entry.document.clone(),
            metadata: entry.metadata.clone(),
            embedding: numbers.into(),
        };
        entries.map(record).collect()
    }

    /// Returns the documents nearest to each embedding of the query. It blocks for some
    /// milliseconds an embedding.
    pub(super) fn query(
        &self,
        query: &VectorQuery,
        filters: &Filters,
        synonyms: &Synonyms,
        deadline: Instant,
    ) -> Result<Vec<Vec<Hit>>, IndexError> {
        let passing: Vec<usize> = (0..self.len())
            .filter(|row| filters.passes(&self.entries[*row]))
            .collect();
        let mut lists = Vec::with_capacity(query.embeddings.len());
        for (number, embedding) in query.embeddings.iter().enumerate() {
            if Instant::now() >= deadline {
                return Err(IndexError::Timeout);
            }
            let text = query.texts.get(number);
            let words = text.and_then(|text| self.keywords.scores(text, synonyms));
            let found = self.nearest(embedding, words.as_deref(), query, &passing);
            lists.push(found);
        }
        Ok(lists)
    }

    fn nearest(
        &self,
        embedding: &[f32],
        words: Option<&[f32]>,
        query: &VectorQuery,
        passing: &[usize],
    ) -> Vec<Hit> {
        let mut wanted = embedding.to_vec();
        normalise(&mut wanted);
        let share = query.keyword_weight.clamp(0.0, 1.0);
        let scored = passing.iter().map(|row| {
            let start = row * self.dimension;
            let angle = dot(&wanted, &self.numbers[start..start + self.dimension]);
            let score = match words {
                Some(words) => share * words[*row] + (1.0 - share) * angle,
                None => angle,
            };
            Scored { row: *row, score }
        });
        let top = top(scored, query.n_results);
        let hit = |scored: Scored| {
            let entry = &self.entries[scored.row];
            Hit {
                id: entry.id.clone(),
                document: Some(entry.document.clone()),
                metadata: entry.metadata.clone(),
                distance: 1.0 - scored.score,
            }
        };
        top.into_iter().map(hit).collect()
    }
}
