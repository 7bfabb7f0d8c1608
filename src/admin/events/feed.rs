//! [`Feed`]: watches for changes, as long as somebody listens.

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::sync::{broadcast, watch};
use toolwright::{
    call::Caller,
    log::{Follower, LogEntry, LogFilter, LogReader},
};
use toolwright_base::lock;
use toolwright_engines::inbox::Inbox;
use toolwright_registry::{AgentRecords, Agents, Registry};

use super::event::{Event, Topic};

/// How many events a slow listener may fall behind.
const BACKLOG: usize = 1024;
/// How many streams there are at once, and how many of one caller. Each holds a connection.
const MAX_LISTENERS: usize = 256;
const MAX_OF_ONE: usize = 16;
/// The interval at which the log is read.
const LOG_INTERVAL: Duration = Duration::from_millis(300);
/// How often questions and the state of the registry are looked at.
const SLOW_INTERVAL: Duration = Duration::from_secs(2);

/// The sources of a feed.
#[derive(Debug, Clone)]
pub(in crate::admin) struct FeedSources {
    pub(in crate::admin) registry: Registry,
    pub(in crate::admin) agents: Agents,
    pub(in crate::admin) log: LogReader,
    pub(in crate::admin) inbox: Arc<Inbox>,
}

impl FeedSources {
    /// Returns what is wrong with the definitions, if something is.
    fn problem(&self) -> Option<String> {
        self.registry.problem().or_else(|| self.agents.problem())
    }
}

/// Watches for changes. One task does it for all listeners, and ends with the last of them.
#[derive(Debug)]
pub(in crate::admin) struct Feed {
    sources: FeedSources,
    events: broadcast::Sender<Arc<Event>>,
    is_watching: Arc<Mutex<bool>>,
    /// The number of streams of each caller that has one.
    listeners: Arc<Mutex<HashMap<Caller, usize>>>,
}

/// The place of a stream among those of its caller, until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    caller: Caller,
    listeners: Arc<Mutex<HashMap<Caller, usize>>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut listeners = lock(&self.listeners);
        if let Some(count) = listeners.get_mut(&self.caller) {
            *count -= 1;
            if *count == 0 {
                listeners.remove(&self.caller);
            }
        }
    }
}

impl Feed {
    /// Creates a feed that nobody listens to.
    pub(in crate::admin) fn new(sources: FeedSources) -> Self {
        Self {
            sources,
            events: broadcast::Sender::new(BACKLOG),
            is_watching: Arc::default(),
            listeners: Arc::default(),
        }
    }

    /// Takes a place for a stream of `caller`. Returns `None` if it has too many, or all callers
    /// together have.
    pub(super) fn take_place(&self, caller: Caller) -> Option<Place> {
        let mut listeners = lock(&self.listeners);
        let all: usize = listeners.values().sum();
        let count = listeners.entry(caller.clone()).or_default();
        if all >= MAX_LISTENERS || *count >= MAX_OF_ONE {
            if *count == 0 {
                listeners.remove(&caller);
            }
            return None;
        }
        *count += 1;
        Some(Place {
            caller,
            listeners: Arc::clone(&self.listeners),
        })
    }

    /// Returns the events from now on.
    pub(super) fn listen(&self) -> broadcast::Receiver<Arc<Event>> {
        let receiver = self.events.subscribe();
        let mut is_watching = lock(&self.is_watching);
        if !*is_watching {
            *is_watching = true;
            let watcher = Watcher {
                sources: self.sources.clone(),
                events: self.events.clone(),
                is_watching: Arc::clone(&self.is_watching),
                changes: self.sources.registry.changes(),
                agents: self.sources.agents.changes(),
                follower: None,
                questions: None,
                problem: self.sources.problem(),
            };
            tokio::spawn(watcher.run());
        }
        receiver
    }
}

/// The task that watches.
struct Watcher {
    sources: FeedSources,
    events: broadcast::Sender<Arc<Event>>,
    is_watching: Arc<Mutex<bool>>,
    changes: watch::Receiver<u64>,
    agents: watch::Receiver<Arc<AgentRecords>>,
    follower: Option<Follower>,
    /// The ids of the open questions.
    questions: Option<Vec<String>>,
    problem: Option<String>,
}

impl Watcher {
    async fn run(mut self) {
        self.changes.mark_unchanged();
        self.agents.mark_unchanged();
        let mut log = tokio::time::interval(LOG_INTERVAL);
        let mut slow = tokio::time::interval(SLOW_INTERVAL);
        while self.has_listeners() {
            tokio::select! {
                changed = self.changes.changed() => {
                    if changed.is_ok() {
                        let revision = *self.changes.borrow_and_update();
                        self.send(Event::registry(revision));
                    }
                }
                changed = self.agents.changed() => {
                    if changed.is_ok() {
                        self.send(Event::plain(Topic::Agents));
                    }
                }
                _ = log.tick() => self.read_log().await,
                _ = slow.tick() => self.look().await,
            }
        }
    }

    /// Returns whether somebody listens. If nobody does, the next listener starts another watcher.
    fn has_listeners(&self) -> bool {
        let mut is_watching = lock(&self.is_watching);
        *is_watching = self.events.receiver_count() > 0;
        *is_watching
    }

    fn send(&self, event: Event) {
        // Fails only if nobody listens.
        let _ = self.events.send(Arc::new(event));
    }

    /// Sends the calls that ended since the last time.
    async fn read_log(&mut self) {
        let (follower, reader) = (self.follower.take(), self.sources.log.clone());
        let read = tokio::task::spawn_blocking(move || read_new(follower, &reader)).await;
        match read {
            Ok(Ok((follower, entries))) => {
                self.follower = Some(follower);
                entries
                    .iter()
                    .for_each(|entry| self.send(Event::execution(entry)));
            }
            Ok(Err(error)) if error.kind() == io::ErrorKind::NotFound => {}
            Ok(Err(error)) => tracing::debug!("the execution log cannot be followed: {error}"),
            Err(error) => tracing::debug!("the execution log cannot be followed: {error}"),
        }
    }

    /// Sends what is different about questions and the registry.
    async fn look(&mut self) {
        let inbox = Arc::clone(&self.sources.inbox);
        let open = tokio::task::spawn_blocking(move || inbox.open_questions()).await;
        let ids = |open: Vec<_>| {
            let ids = open.into_iter();
            ids.map(|question: toolwright_engines::inbox::Question| question.id)
                .collect()
        };
        let open: Option<Vec<String>> = open.ok().and_then(Result::ok).map(ids);
        if self.questions.is_some() && open.is_some() && self.questions != open {
            self.send(Event::plain(Topic::Question));
        }
        self.questions = open.or(self.questions.take());
        let problem = self.sources.problem();
        if problem != self.problem {
            self.problem = problem;
            self.send(Event::plain(Topic::Health));
        }
    }
}

fn read_new(
    follower: Option<Follower>,
    reader: &LogReader,
) -> io::Result<(Follower, Vec<LogEntry>)> {
    let mut follower = match follower {
        Some(follower) => follower,
        None => return Ok((reader.follow(LogFilter::default())?.1, Vec::new())),
    };
    let entries = follower.read_new()?;
    Ok((follower, entries))
}
