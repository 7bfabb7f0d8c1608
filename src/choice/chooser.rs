//! [`Chooser`]: answers which tools fit a task, for whatever is in the catalogue when it is asked.
//!
//! The index follows the catalogue when somebody asks: a changed tool is found by its words at once, and by its meaning
//! as soon as its sentences have vectors. Those are made in the background, a few at a time.

use std::{
    fmt,
    path::PathBuf,
    sync::{
        Arc, Mutex, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use toolwright::{Tool, catalog::Snapshot};
use toolwright_base::lock;
use toolwright_engines::embedding::Embedder;

use super::{
    choice::{Choice, ChosenTool},
    chooser_state::ChooserState,
    fit::{Fit, FitSentences},
    search::Search,
    vectors::{SentenceKey, Vectors, normalized, write},
};

/// The tool that asks a person.
pub(crate) const ASK_TOOL: &str = "request_human_input";
/// The tools that are not found, since they find and call others.
pub(crate) const OWN_TOOLS: [&str; 2] = ["find_tools", "call_tool"];
/// How long a task may take to be embedded. Without its vector it is compared by words.
const TASK_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the sentences of one batch may take.
const BATCH_TIMEOUT: Duration = Duration::from_secs(60);
/// How many sentences are embedded at once: few, so that calls of tools get their turn.
const BATCH: usize = 16;
/// How long an embedder that failed is left alone.
const PAUSE: Duration = Duration::from_secs(30);
/// How often new vectors are used before all are there.
const REFRESH: Duration = Duration::from_millis(500);
/// From how weighty a word on an encoder knows few languages, as the embedder says of itself.
const ONE_LANGUAGE: f32 = 0.5;
/// How many of the best tools the judgement looks at.
const JUDGED: usize = 32;

/// What is searched for.
#[derive(Debug, Clone)]
pub(crate) struct ChoiceRequest {
    pub(crate) task: String,
    pub(crate) task_in_english: Option<String>,
    pub(crate) limit: usize,
    /// Whether the values of the signals are wanted.
    pub(crate) explain: bool,
}

/// Answers which tools fit a task. Clones share the index.
#[derive(Clone)]
pub(crate) struct Chooser(Arc<Inner>);

struct Inner {
    embedder: Arc<dyn Embedder>,
    file: PathBuf,
    fit: FitSentences,
    state: RwLock<ChooserState>,
    /// Whether sentences are being embedded.
    is_embedding: AtomicBool,
    /// When the embedder failed.
    failed: Mutex<Option<Instant>>,
}

impl fmt::Debug for Chooser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chooser").finish_non_exhaustive()
    }
}

impl Chooser {
    /// Creates a chooser that compares with the vectors of `embedder`, and keeps those of tools in `file`.
    pub(crate) fn new(embedder: Arc<dyn Embedder>, file: PathBuf) -> Self {
        Self(Arc::new(Inner {
            embedder,
            file,
            fit: FitSentences::new(),
            state: RwLock::default(),
            is_embedding: AtomicBool::new(false),
            failed: Mutex::default(),
        }))
    }

    /// Returns the tools of a catalogue that fit a task, among those that `is_allowed`.
    pub(crate) async fn choose(
        &self,
        request: ChoiceRequest,
        snapshot: Arc<Snapshot>,
        is_allowed: impl Fn(&Arc<dyn Tool>) -> bool + Send + 'static,
    ) -> Choice {
        let mut search = Search::new(
            &request.task,
            request.task_in_english.as_deref(),
            self.is_english_only(),
        );
        search.set_vectors(self.vectors_of(&search).await);
        let chooser = self.clone();
        let known = Arc::clone(&snapshot);
        // Comparing with thousands of tools takes milliseconds, and reading them more.
        let work = tokio::task::spawn_blocking(move || {
            chooser.update(&known);
            chooser.search(&search, &request, is_allowed)
        });
        let choice = work.await.unwrap_or_else(|error| {
            tracing::error!("a search for tools failed: {error}");
            Choice {
                fit: Fit::Tool,
                advice: "The search failed: call a tool that you know.".to_owned(),
                tools: Vec::new(),
                by_meaning: false,
            }
        });
        self.embed_missing();
        choice
    }

    /// Reads a catalogue, and waits until every sentence of it has a vector, or the embedder fails.
    pub(crate) async fn prepare(&self, snapshot: Arc<Snapshot>) {
        let chooser = self.clone();
        let read = tokio::task::spawn_blocking(move || chooser.update(&snapshot));
        if read.await.is_ok() && !self.0.is_embedding.swap(true, Ordering::AcqRel) {
            self.embed_all().await;
        }
    }

    /// Whether the encoder knows English alone.
    fn is_english_only(&self) -> bool {
        self.0.embedder.keyword_weight() > ONE_LANGUAGE
    }

    /// Returns the vectors of a task, or none if the embedder fails.
    async fn vectors_of(&self, search: &Search) -> Vec<toolwright_engines::embedding::Vector> {
        let texts = search.texts();
        if texts.is_empty() || self.is_paused() {
            return Vec::new();
        }
        let embedded = self
            .0
            .embedder
            .embed(&texts, Instant::now() + TASK_TIMEOUT)
            .await;
        match embedded {
            Ok(vectors) => vectors.iter().map(|vector| normalized(vector)).collect(),
            Err(error) => {
                self.pause(&error.to_string());
                Vec::new()
            }
        }
    }

    fn is_paused(&self) -> bool {
        lock(&self.0.failed).is_some_and(|failed| failed.elapsed() < PAUSE)
    }

    fn pause(&self, error: &str) {
        tracing::warn!("tools are compared by their words for a while: {error}");
        *lock(&self.0.failed) = Some(Instant::now());
    }

    /// Takes over a catalogue, unless it is the one of before. It blocks.
    fn update(&self, snapshot: &Arc<Snapshot>) {
        if self.read(|state| state.has(snapshot)) {
            return;
        }
        self.write(|state| {
            let open = || Vectors::open(self.0.file.clone(), self.0.embedder.model());
            let is_searched = |name: &str| !OWN_TOOLS.contains(&name);
            state.update(snapshot, is_searched, &self.0.fit, open);
        });
    }

    fn read<T>(&self, work: impl FnOnce(&ChooserState) -> T) -> T {
        work(
            &self
                .0
                .state
                .read()
                .unwrap_or_else(std::sync::PoisonError::into_inner),
        )
    }

    fn write<T>(&self, work: impl FnOnce(&mut ChooserState) -> T) -> T {
        work(
            &mut self
                .0
                .state
                .write()
                .unwrap_or_else(std::sync::PoisonError::into_inner),
        )
    }

    /// Compares a task with all tools. It blocks.
    fn search(
        &self,
        search: &Search,
        request: &ChoiceRequest,
        is_allowed: impl Fn(&Arc<dyn Tool>) -> bool,
    ) -> Choice {
        let limit = request.limit;
        self.read(|state| {
            let index = &state.index;
            let hits = search.run(index, limit.max(JUDGED), |place| {
                is_allowed(index.tool(place))
            });
            let by_meaning = state.is_complete && search.form().vector.is_some();
            let fit = state.judge(&self.0.fit, search, &hits, self.is_english_only());
            let asks = hits
                .iter()
                .position(|hit| index.tool(hit.place).definition().name() == ASK_TOOL);
            let mut hits = hits;
            if let (Fit::AskPerson, Some(place)) = (fit, asks) {
                hits[..=place].rotate_right(1);
            }
            let is_empty = hits.is_empty();
            hits.truncate(limit);
            let mut choice = Choice {
                fit,
                advice: Choice::advice(fit, asks.is_some(), is_empty),
                tools: hits
                    .iter()
                    .map(|hit| ChosenTool::of(index, *hit, search))
                    .collect(),
                by_meaning,
            };
            if request.explain {
                choice.explain(index, &hits, search);
            }
            choice
        })
    }

    /// Makes vectors in the background, unless that is going on.
    fn embed_missing(&self) {
        let is_due = !self.read(|state| state.is_complete) && !self.is_paused();
        if is_due && !self.0.is_embedding.swap(true, Ordering::AcqRel) {
            let chooser = self.clone();
            tokio::spawn(async move { chooser.embed_all().await });
        }
    }

    /// Makes all vectors that are missing. Whoever calls it has set `is_embedding`.
    async fn embed_all(&self) {
        let mut added = false;
        let mut refreshed = Instant::now();
        'all: loop {
            let missing = self.missing().await;
            if missing.is_empty() {
                break;
            }
            for batch in missing.chunks(BATCH) {
                if !self.embed_batch(batch, &mut refreshed).await {
                    break 'all;
                }
                added = true;
            }
        }
        self.finish(added).await;
        self.0.is_embedding.store(false, Ordering::Release);
    }

    /// Makes the vectors of a few sentences. Returns whether that worked and there was room for them.
    async fn embed_batch(&self, batch: &[(String, SentenceKey)], refreshed: &mut Instant) -> bool {
        let texts: Vec<String> = batch.iter().map(|(text, _)| text.clone()).collect();
        let deadline = Instant::now() + BATCH_TIMEOUT;
        let vectors = match self.0.embedder.embed(&texts, deadline).await {
            Ok(vectors) => vectors,
            Err(error) => {
                self.pause(&error.to_string());
                return false;
            }
        };
        let refresh = refreshed.elapsed() > REFRESH;
        let has_room = self.write(|state| state.add(batch, &vectors, refresh));
        if refresh {
            *refreshed = Instant::now();
        }
        if !has_room {
            tracing::warn!("some tools are compared by words: there is no room for more vectors");
        }
        has_room
    }

    /// Returns the sentences without a vector.
    async fn missing(&self) -> Vec<(String, SentenceKey)> {
        let chooser = self.clone();
        let work = tokio::task::spawn_blocking(move || {
            chooser.read(|state| state.missing(&chooser.0.fit, usize::MAX))
        });
        work.await.unwrap_or_default()
    }

    /// Uses the vectors that are there, and writes them to the file if some are new.
    async fn finish(&self, added: bool) {
        let chooser = self.clone();
        let work = tokio::task::spawn_blocking(move || {
            let renewed = chooser.read(ChooserState::renewed);
            let kept = chooser.write(|state| state.finish(renewed, &chooser.0.fit, added));
            kept.map_or(Ok(()), |(file, bytes)| write(&file, &bytes))
        });
        match work.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!("the vectors of tools cannot be kept: {error}"),
            Err(error) => tracing::error!("the vectors of tools cannot be used: {error}"),
        }
    }
}
