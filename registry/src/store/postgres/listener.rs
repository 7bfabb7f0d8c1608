//! [`Listener`]: waits until somebody else has changed something.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{Mutex as AsyncMutex, mpsc, watch},
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_postgres::{AsyncMessage, types::Type};
use toolwright_base::{Backoff, token};

use super::database::{DrivenConnection, RegistryDatabase, away, store_error};
use crate::store::StoreError;

/// The pauses until it tries again to listen. Meanwhile changes are looked for as often.
const PAUSES: Backoff = Backoff::new(Duration::from_millis(100), Duration::from_secs(1));
/// How often changes are looked for while no announcements arrive, where nothing may be late.
const POLL: Duration = Duration::from_millis(500);
/// How often it is tried whether announcements still arrive.
const PROBE: Duration = Duration::from_secs(30);
/// How long an announcement of its own may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(2);
/// The announcements that wait to be read. More are no news: the next look finds all of them.
const QUEUE: usize = 16;

/// Waits until somebody else has changed something.
#[derive(Debug)]
pub(super) struct Listener {
    database: RegistryDatabase,
    /// Counts what may be news.
    changed: watch::Sender<u64>,
    /// Whether announcements arrive.
    hears: Arc<AtomicBool>,
    /// Listens as long as it is there.
    task: OnceLock<ListeningTask>,
}

/// The end of a [`Listener`] that one store waits at.
pub(crate) type NewsReceiver = AsyncMutex<watch::Receiver<u64>>;

#[derive(Debug)]
struct ListeningTask(JoinHandle<()>);

impl Drop for ListeningTask {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Listener {
    /// Creates a listener, which starts when somebody first waits.
    pub(super) fn new(database: RegistryDatabase) -> Self {
        Self {
            database,
            changed: watch::Sender::default(),
            hears: Arc::default(),
            task: OnceLock::new(),
        }
    }

    /// Returns a receiver of the news from now on. Tools and agents share one connection.
    pub(super) fn subscribe(&self) -> NewsReceiver {
        AsyncMutex::new(self.changed.subscribe())
    }

    /// Waits as [`changed`](Self::changed) does, and not longer than a moment while no announcements arrive.
    pub(super) async fn changed_or_due(&self, news: &NewsReceiver) {
        while timeout(POLL, self.changed(news)).await.is_err() {
            if !self.hears.load(Ordering::Relaxed) {
                return;
            }
        }
    }

    /// Waits until something may have changed: after an announcement, when it began to listen, when it
    /// lost its connection, and again and again while it cannot listen.
    pub(super) async fn changed(&self, news: &NewsReceiver) {
        self.task.get_or_init(|| {
            let hears = Arc::clone(&self.hears);
            let listening = listen(self.database.clone(), self.changed.clone(), hears);
            ListeningTask(tokio::spawn(listening))
        });
        // The sender is as old as the listener.
        let _ = news.lock().await.changed().await;
    }
}

/// Tells everybody who waits that something may have changed.
fn announce(changed: &watch::Sender<u64>) {
    changed.send_modify(|count| *count += 1);
}

/// Listens, and begins anew whenever it cannot. Never returns.
async fn listen(database: RegistryDatabase, changed: watch::Sender<u64>, hears: Arc<AtomicBool>) {
    let mut failures = 0;
    loop {
        let Err(error) = listen_once(&database, &changed, &hears, &mut failures).await;
        hears.store(false, Ordering::Relaxed);
        if failures == 0 {
            tracing::warn!("announcements of the registry do not arrive: {error}");
        }
        failures += 1;
        announce(&changed);
        sleep(PAUSES.pause(failures)).await;
    }
}

/// Listens until the connection is lost, or turns out not to carry announcements.
async fn listen_once(
    database: &RegistryDatabase,
    changed: &watch::Sender<u64>,
    hears: &AtomicBool,
    failures: &mut u32,
) -> Result<std::convert::Infallible, StoreError> {
    let (client, connection) = database.connect().await?;
    let (sender, mut payloads) = mpsc::channel(QUEUE);
    let _reading = ListeningTask(tokio::spawn(forward(connection, sender)));
    let listen = format!("LISTEN {}", database.channel());
    let listened = client.batch_execute(&listen).await;
    listened.map_err(|error| store_error(&error))?;
    // What happened before is found by looking.
    announce(changed);
    loop {
        probe(database, changed, &mut payloads).await?;
        hears.store(true, Ordering::Relaxed);
        if *failures > 0 {
            tracing::info!("announcements of the registry arrive");
            *failures = 0;
        }
        let next_probe = sleep(PROBE);
        tokio::pin!(next_probe);
        loop {
            tokio::select! {
                payload = payloads.recv() => match payload {
                    Some(_) => announce(changed),
                    None => return Err(away("the connection that listens was lost")),
                },
                () = &mut next_probe => break,
            }
        }
    }
}

/// Announces something itself, and waits for it: a pooler may take `LISTEN` and deliver nothing, and a
/// connection may be dead without a sign.
async fn probe(
    database: &RegistryDatabase,
    changed: &watch::Sender<u64>,
    payloads: &mut mpsc::Receiver<String>,
) -> Result<(), StoreError> {
    let sent = format!("{{\"kind\":\"probe\",\"id\":\"{}\"}}", token::random());
    let client = database.client().await?;
    let announced = client
        .query_typed(
            "SELECT pg_notify($1, $2)",
            &[(&database.channel(), Type::TEXT), (&sent, Type::TEXT)],
        )
        .await
        .map(drop)
        .map_err(|error| store_error(&error));
    RegistryDatabase::finish(client, announced).await?;
    let arrived = async {
        while let Some(payload) = payloads.recv().await {
            if payload == sent {
                return Ok(());
            }
            announce(changed);
        }
        Err(away("the connection that listens was lost"))
    };
    let late = || Err(away("the database, or a pooler before it, delivers none"));
    timeout(ARRIVAL, arrived).await.unwrap_or_else(|_| late())
}

/// Passes announcements on until the connection is closed.
async fn forward(mut connection: DrivenConnection, payloads: mpsc::Sender<String>) {
    while let Some(message) = connection.message().await {
        if let AsyncMessage::Notification(notification) = message {
            let payload = notification.payload();
            // If nobody has read the ones before, a look is due in any case.
            if payloads.try_send(payload.to_owned()).is_err() && payloads.is_closed() {
                return;
            }
        }
    }
}
