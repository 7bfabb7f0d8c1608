//! The connection of an [`Upstream`]: made, kept, lost and made again.

use std::{
    collections::BTreeSet,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant, SystemTime},
};

use toolwright::client::{Connection, ConnectionError, Handler};
use toolwright_base::Backoff;

use super::{Event, Loading, MAX_ATTEMPTS, Upstream};
use crate::{
    config::Transport,
    connect::connect,
    link::Link,
    places::{Place, Places},
};

/// The pauses between attempts to connect.
const BACKOFF: Backoff = Backoff::new(Duration::from_millis(250), Duration::from_secs(30));
/// How long a connection must last, or answer a request, for its end to be an accident.
const SHORT: Duration = Duration::from_secs(5);
/// The connections in a row that may be short before no further one is made.
const MAX_SHORT: u32 = 5;
/// The pause after a change, since servers announce several at once.
const SETTLE: Duration = Duration::from_millis(100);

/// How a connection ended.
enum End {
    Lost(String),
    /// Nobody used the program.
    Idle,
}

impl Upstream {
    /// Keeps a connection for as long as this future is polled. It takes a place to connect, and `events`
    /// hears when the connection is made, and of each change.
    pub(crate) async fn keep(
        &self,
        places: &Places,
        events: impl Fn(Event) -> Loading + Send + Sync,
    ) {
        if self.config.is_disabled {
            return;
        }
        let (mut failures, mut short) = (0, 0);
        loop {
            let (place, begun) = (places.take().await, Instant::now());
            let reason = match self.connected(place, &events).await {
                Ok(End::Idle) => {
                    (failures, short) = (0, 0);
                    self.wanted().await;
                    continue;
                }
                Ok(End::Lost(reason)) => {
                    failures = 0;
                    reason
                }
                Err(error) => {
                    failures += 1;
                    self.explained(&error)
                }
            };
            // A server that stays away is told once.
            if failures <= 1 {
                self.warn(&reason);
            }
            let is_short = failures == 0 && self.was_short(begun);
            short = if is_short { short + 1 } else { 0 };
            if short == MAX_SHORT {
                let reason = format!("it ended {MAX_SHORT} times in a row: {reason}");
                self.link.send_replace(Link::Stopped { reason });
                return;
            }
            self.pause(failures, short, reason).await;
        }
    }

    /// Whether the connection that was made then was of no use to anybody.
    fn was_short(&self, begun: Instant) -> bool {
        begun.elapsed() < SHORT && !self.was_useful.load(Ordering::Relaxed)
    }

    /// Waits before the next attempt to connect.
    async fn pause(&self, failures: u32, short: u32, reason: String) {
        let pause = BACKOFF.pause(failures.max(short).max(1));
        let next_attempt = SystemTime::now() + pause;
        self.link.send_replace(match failures {
            0 => Link::Connecting,
            _ => Link::Waiting {
                failures,
                reason,
                next_attempt,
            },
        });
        // It ends early if somebody wants that.
        let _ = tokio::time::timeout(pause, self.retry.notified()).await;
        if failures < MAX_ATTEMPTS {
            self.link.send_replace(Link::Connecting);
        }
    }

    /// Waits until somebody wants a program that was stopped.
    async fn wanted(&self) {
        let is_wanted = |link: &Link| !matches!(link, Link::Idle);
        // The sender lives as long as `self`.
        let _ = self.link.subscribe().wait_for(is_wanted).await;
    }

    fn warn(&self, reason: &str) {
        let name = &self.config.name;
        tracing::warn!(server = %name, "the MCP server is not connected: {reason}");
    }

    /// Makes a connection, on a place, and keeps it until it ends. Returns how it ended.
    async fn connected(
        &self,
        place: Place,
        events: &(impl Fn(Event) -> Loading + Send + Sync),
    ) -> Result<End, ConnectionError> {
        let changed = Arc::clone(&self.changed) as Arc<dyn Handler>;
        let login = self.login.clone();
        let connection =
            connect(&self.config, &*self.launcher, &self.errors, login, changed).await?;
        let connection = Arc::new(connection);
        self.log_level.store(u8::MAX, Ordering::Relaxed);
        self.was_useful.store(false, Ordering::Relaxed);
        events(Event::Lists(Arc::clone(&connection))).await?;
        drop(place);
        connection.listen();
        self.usage.restart();
        self.link.send_replace(Link::Ready(Arc::clone(&connection)));
        let (name, revision) = (&self.config.name, connection.revision());
        tracing::info!(server = %name, %revision, "connected to the MCP server");
        self.attend(&connection, events).await
    }

    /// Follows a connection until it ends.
    async fn attend(
        &self,
        connection: &Arc<Connection>,
        events: &(impl Fn(Event) -> Loading + Send + Sync),
    ) -> Result<End, ConnectionError> {
        let mut asked = BTreeSet::new();
        self.watched.follow(connection, &mut asked).await;
        self.watched.update_all();
        loop {
            tokio::select! {
                reason = connection.ended() => return Ok(End::Lost(reason)),
                () = self.replaced(connection) => {
                    return Ok(End::Lost("a call found it gone".to_owned()));
                }
                () = self.usage.idle(self.idle_limit()) => {
                    self.link.send_replace(Link::Idle);
                    return Ok(End::Idle);
                }
                () = self.changed.wait() => {
                    tokio::time::sleep(SETTLE).await;
                    events(Event::Lists(Arc::clone(connection))).await?;
                }
                () = self.watched.changed() => self.watched.follow(connection, &mut asked).await,
                uris = self.watched.updated() => events(Event::Updated(uris)).await?,
            }
        }
    }

    /// Returns how long a program may run without being used.
    fn idle_limit(&self) -> Option<Duration> {
        let is_program = matches!(self.config.transport, Transport::Stdio(_));
        self.config.idle.filter(|_| is_program)
    }
}
