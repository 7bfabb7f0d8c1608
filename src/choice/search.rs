//! [`Search`]: a task with its steps and its English form, and the order in which tools fit them.

use std::cmp::Ordering;

use toolwright_engines::embedding::Vector;

use super::{
    catalog_index::{CatalogIndex, Query, Score},
    task::Task,
};

/// A tool that was found: its place in the index, and its score.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    pub(super) place: usize,
    pub(super) score: Score,
}

/// A task, as it is searched for.
#[derive(Debug)]
pub(super) struct Search {
    /// The task, and the task in English if there is one.
    forms: Vec<Query>,
    /// The steps of the last form.
    steps: Vec<Query>,
}

impl Search {
    /// Reads a task. `is_english_only` says what the encoder knows.
    pub(super) fn new(task: &str, in_english: Option<&str>, is_english_only: bool) -> Self {
        let texts = std::iter::once(task).chain(in_english.filter(|text| !text.trim().is_empty()));
        let forms: Vec<Query> = texts
            .map(|text| Query::new(Task::new(text), is_english_only))
            .collect();
        let steps = forms
            .last()
            .map(|form| form.task.steps())
            .unwrap_or_default();
        Self {
            forms,
            steps: steps
                .into_iter()
                .map(|step| Query::new(step, is_english_only))
                .collect(),
        }
    }

    /// Returns the texts whose vectors are compared.
    pub(super) fn texts(&self) -> Vec<String> {
        let queries = self.forms.iter().chain(&self.steps);
        queries.filter_map(Query::text).collect()
    }

    /// Sets the vectors of [`texts`](Self::texts), in their order.
    pub(super) fn set_vectors(&mut self, vectors: Vec<Vector>) {
        let mut vectors = vectors.into_iter();
        for query in self.forms.iter_mut().chain(&mut self.steps) {
            if query.text().is_some() {
                query.vector = vectors.next();
            }
        }
    }

    /// Returns the form that the judgement is made on: the one in English, if there is one.
    pub(super) fn form(&self) -> &Query {
        self.forms.last().expect("the task itself is a form")
    }

    /// Returns the best tools that `is_allowed`, at most `limit`.
    pub(super) fn run(
        &self,
        index: &CatalogIndex,
        limit: usize,
        is_allowed: impl Fn(usize) -> bool,
    ) -> Vec<Hit> {
        let forms = self.forms.iter().map(|form| index.scores(form));
        let best = forms.reduce(|mut best, other| {
            for (best, other) in best.iter_mut().zip(other) {
                if other.total > best.total {
                    *best = other;
                }
            }
            best
        });
        let whole = sorted(best.unwrap_or_default());
        let steps: Vec<Vec<Hit>> = self
            .steps
            .iter()
            .map(|step| sorted(index.scores(step)))
            .collect();
        if steps.is_empty() {
            return whole
                .into_iter()
                .filter(|hit| is_allowed(hit.place))
                .take(limit)
                .collect();
        }
        interleaved(&steps, whole, limit, is_allowed)
    }
}

/// Returns the hits, the best first, those with one score in the order of their places.
fn sorted(scores: Vec<Score>) -> Vec<Hit> {
    let mut hits: Vec<Hit> = scores
        .into_iter()
        .enumerate()
        .map(|(place, score)| Hit { place, score })
        .collect();
    hits.sort_unstable_by(
        |left, right| match right.score.total.total_cmp(&left.score.total) {
            Ordering::Equal => left.place.cmp(&right.place),
            order => order,
        },
    );
    hits
}

/// Takes the best of each step in turn, and then those of the whole task.
fn interleaved(
    steps: &[Vec<Hit>],
    whole: Vec<Hit>,
    limit: usize,
    is_allowed: impl Fn(usize) -> bool,
) -> Vec<Hit> {
    let mut found: Vec<Hit> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut steps: Vec<_> = steps
        .iter()
        .map(|step| step.iter().filter(|hit| is_allowed(hit.place)).take(limit))
        .collect();
    for _ in 0..limit {
        for step in &mut steps {
            if let Some(hit) = step.next()
                && found.len() < limit
                && seen.insert(hit.place)
            {
                found.push(*hit);
            }
        }
    }
    let rest = whole
        .into_iter()
        .filter(|hit| is_allowed(hit.place) && !seen.contains(&hit.place));
    let missing = limit - found.len();
    found.extend(rest.take(missing).collect::<Vec<_>>());
    found
}
