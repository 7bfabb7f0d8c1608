//! [`ChooserState`]: the index of a catalogue with the vectors of its sentences, as a [`Chooser`](super::Chooser) keeps it.

use std::{
    collections::HashSet,
    path::PathBuf,
    sync::{Arc, Weak},
};

use toolwright::catalog::Snapshot;
use toolwright_engines::embedding::Vector;

use super::{
    catalog_index::CatalogIndex,
    fit::{Evidence, Fit, FitSentences},
    meanings::Meanings,
    search::{Hit, Search},
    vectors::{SentenceKey, Vectors},
};

/// How much nearer a description is taken to be than it is, where a tool has no example.
const WITHOUT_EXAMPLES: f32 = 1.15;

/// The index of a catalogue, and the vectors of its sentences.
#[derive(Debug, Default)]
pub(super) struct ChooserState {
    pub(super) index: CatalogIndex,
    /// The catalogue that the index has.
    snapshot: Weak<Snapshot>,
    /// The vectors, after the file was read.
    vectors: Option<Vectors>,
    /// The vectors as tasks are compared with them.
    meanings: Meanings,
    /// Whether every sentence can be compared.
    pub(super) is_complete: bool,
}

impl ChooserState {
    /// Returns whether the index has this catalogue.
    pub(super) fn has(&self, snapshot: &Arc<Snapshot>) -> bool {
        std::ptr::eq(self.snapshot.as_ptr(), Arc::as_ptr(snapshot))
    }

    /// Takes over the tools of a catalogue that are searched. `open` reads the file of vectors.
    pub(super) fn update(
        &mut self,
        snapshot: &Arc<Snapshot>,
        is_searched: impl Fn(&str) -> bool,
        fit: &FitSentences,
        open: impl FnOnce() -> Vectors,
    ) {
        let vectors = self.vectors.get_or_insert_with(open);
        self.index.update(snapshot, is_searched);
        // A space that is computed again changes all vectors, which takes too long here.
        match self.meanings.is_due(self.index.embedded(vectors)) {
            true => self.index.detach(),
            false => self.index.attach(&mut self.meanings, vectors),
        }
        self.snapshot = Arc::downgrade(snapshot);
        self.is_complete = self.is_ready(fit);
    }

    /// Returns whether all vectors are there, in the space of this catalogue.
    fn is_ready(&self, fit: &FitSentences) -> bool {
        let is_due = |vectors| self.meanings.is_due(self.index.embedded(vectors));
        !self.vectors.as_ref().is_none_or(is_due) && self.missing(fit, 1).is_empty()
    }

    /// Returns sentences without a vector, at most `limit`.
    pub(super) fn missing(&self, fit: &FitSentences, limit: usize) -> Vec<(String, SentenceKey)> {
        let Some(vectors) = &self.vectors else {
            return Vec::new();
        };
        let sentences = self.index.sentences();
        let tools = sentences.map(|sentence| (&*sentence.compared, sentence.key));
        let mut seen = HashSet::new();
        let all = fit.texts().chain(tools);
        let missing = all.filter(|(_, key)| vectors.get(*key).is_none() && seen.insert(*key));
        let missing = missing.take(limit);
        missing.map(|(text, key)| (text.to_owned(), key)).collect()
    }

    /// Adds the vectors of a few sentences, and uses them if `refresh` is set. Returns whether there was room.
    pub(super) fn add(
        &mut self,
        batch: &[(String, SentenceKey)],
        made: &[Vector],
        refresh: bool,
    ) -> bool {
        let Some(known) = &mut self.vectors else {
            return false;
        };
        let mut batch = batch.iter().zip(made);
        let has_room = batch.all(|((_, key), vector)| known.add(*key, vector));
        if refresh {
            self.index.attach(&mut self.meanings, known);
        }
        has_room
    }

    /// Returns the vectors in the space of this catalogue, if the space has to be computed again.
    pub(super) fn renewed(&self) -> Option<Meanings> {
        let vectors = self.vectors.as_ref()?;
        let is_due = self.meanings.is_due(self.index.embedded(vectors));
        is_due.then(|| Meanings::of(self.index.sentences(), vectors))
    }

    /// Uses the vectors that are there, in the space that was computed again if there is one. Returns what the file is
    /// to have if vectors were `added`.
    pub(super) fn finish(
        &mut self,
        renewed: Option<Meanings>,
        fit: &FitSentences,
        added: bool,
    ) -> Option<(PathBuf, Vec<u8>)> {
        if let Some(renewed) = renewed {
            self.meanings = renewed;
        }
        let vectors = self.vectors.as_mut()?;
        let tools = self.index.sentences().map(|sentence| sentence.key);
        let all: HashSet<SentenceKey> = fit.texts().map(|(_, key)| key).chain(tools).collect();
        vectors.keep(&all);
        self.meanings.keep(&all);
        self.index.attach(&mut self.meanings, vectors);
        let written = added.then(|| (vectors.file(), vectors.to_bytes()));
        self.is_complete = self.is_ready(fit);
        written
    }

    /// Returns whether a tool fits, by the best of those that were found.
    pub(super) fn judge(
        &self,
        fit: &FitSentences,
        search: &Search,
        hits: &[Hit],
        is_english_only: bool,
    ) -> Fit {
        let (Some(best), Some(vectors)) = (
            hits.iter().map(|hit| hit.score.total).reduce(f32::max),
            &self.vectors,
        ) else {
            return Fit::Nothing;
        };
        let form = search.form();
        // Until all tools can be compared, none is ruled out.
        let vector = form.vector.as_ref().filter(|_| self.is_complete);
        let similar = vector.map(|vector| {
            let places = hits.iter().map(|hit| hit.place);
            places
                .flat_map(|place| {
                    let factor = match self.index.has_examples(place) {
                        true => 1.0,
                        false => WITHOUT_EXAMPLES,
                    };
                    let similar = self.index.similarities(place, vector, vectors);
                    similar
                        .into_iter()
                        .map(move |similarity| similarity * factor)
                })
                .collect()
        });
        let evidence = Evidence {
            task: &form.task,
            vector: vector.map(|vector| &**vector),
            best,
            similar: similar.unwrap_or_default(),
            is_english_only,
        };
        fit.judge(&evidence, vectors)
    }
}
