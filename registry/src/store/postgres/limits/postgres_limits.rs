//! [`PostgresLimits`]: the limits of all servers of a database.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, OnceLock, atomic::Ordering},
    time::{Duration, Instant},
};

use sha2::{Digest as _, Sha256};
use tokio::{
    task::JoinHandle,
    time::{sleep, timeout},
};
use toolwright::{
    govern::{CallerShare, SharedLimits},
    tool::RateLimit,
};
use toolwright_base::{Hexadecimal, lock, token};

use super::{
    exchange::LimitConnection,
    report::ShareReport,
    share::{Desk, Share},
    share_state::{HOLD, ShareState},
};
use crate::store::{
    StoreError,
    postgres::database::{RegistryDatabase, away},
};

/// How long an answer may take before the server goes on alone.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often the database is tried while it is away.
const RETRY: Duration = Duration::from_secs(1);
/// How often a server tells that it is there, and looks for those that are not any more.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// The shares of one exchange.
const MAX_SHARES: usize = 500;

/// Limits a minute, an hour and at once that all servers of a database hold together.
///
/// It has one connection of its own, and works from the first call with a limit until it is stopped.
pub struct PostgresLimits {
    exchanger: Arc<Exchanger>,
    task: OnceLock<JoinHandle<()>>,
}

impl fmt::Debug for PostgresLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PostgresLimits")
            .field(&self.exchanger.database)
            .finish()
    }
}

struct Exchanger {
    database: RegistryDatabase,
    server: String,
    desk: Arc<Desk>,
    /// By subject.
    shares: Mutex<HashMap<String, Arc<Share>>>,
}

/// The connection to the others, and what is known of them.
#[derive(Default)]
struct Line {
    connection: Option<LimitConnection>,
    servers: u32,
    /// When the server last told that it is there.
    beaten: Option<Instant>,
    /// Whether the last exchange failed on a connection that had worked.
    has_retried: bool,
}

impl PostgresLimits {
    /// Creates the limits of a server. Nothing is connected before the first call with a limit.
    pub fn new(database: RegistryDatabase) -> Self {
        Self {
            exchanger: Arc::new(Exchanger {
                database,
                server: uuid(token::random().as_bytes()),
                desk: Arc::default(),
                shares: Mutex::default(),
            }),
            task: OnceLock::new(),
        }
    }

    /// Gives back what this server has taken ahead. Later calls have the part of one that is alone.
    pub async fn stop(&self) {
        let Some(task) = self.task.get() else {
            return;
        };
        task.abort();
        self.exchanger.desk.alone.fetch_max(1, Ordering::Relaxed);
        let given_back = async {
            let connection = self.exchanger.connect().await?;
            connection.end_own_shares().await
        };
        if let Err(error) = within(given_back).await {
            tracing::debug!("limits: what was taken ahead is given back later: {error}");
        }
    }
}

impl Drop for PostgresLimits {
    fn drop(&mut self) {
        if let Some(task) = self.task.get() {
            task.abort();
        }
    }
}

impl SharedLimits for PostgresLimits {
    fn share(&self, subject: &str, caller: &str, limit: RateLimit) -> Arc<dyn CallerShare> {
        let exchanger = &self.exchanger;
        let work = || tokio::spawn(Arc::clone(exchanger).run());
        self.task.get_or_init(work);
        // A hash: names of strangers may be long, and have bytes that the database refuses.
        let subject = uuid(format!("{}\n{subject}{caller}", subject.len()).as_bytes());
        let mut shares = lock(&exchanger.shares);
        let new = || Share::new(subject.clone(), limit, Arc::clone(&exchanger.desk));
        let share = Arc::clone(shares.entry(subject.clone()).or_insert_with(new));
        drop(shares);
        share.with(|state| state.set_limit(limit, Instant::now()));
        share
    }
}

/// Returns a UUID that stands for a text.
fn uuid(text: &[u8]) -> String {
    Hexadecimal(&Sha256::digest(text)[..16]).to_string()
}

async fn within<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let late = || Err(away("it did not answer within 2 s"));
    timeout(PATIENCE, work).await.unwrap_or_else(|_| late())
}

impl Exchanger {
    async fn connect(&self) -> Result<LimitConnection, StoreError> {
        LimitConnection::open(&self.database, self.server.clone()).await
    }

    /// Exchanges shares as they are due. Never returns.
    async fn run(self: Arc<Self>) {
        let (mut line, mut looked) = (Line::default(), Instant::now());
        loop {
            // A call waits for the answer, or the time has come to tell.
            let _ = timeout(HOLD, self.desk.called.notified()).await;
            let mut due = std::mem::take(&mut *lock(&self.desk.due));
            if looked.elapsed() >= HOLD {
                looked = Instant::now();
                due = self.held();
            }
            if let Err(error) = self.meet(&mut line, &due).await {
                self.go_alone(line.servers, &error);
                sleep(RETRY).await;
            }
        }
    }

    /// Exchanges these shares. If only the connection was closed, they are due again.
    async fn meet(&self, line: &mut Line, due: &[Arc<Share>]) -> Result<(), StoreError> {
        let begun = Instant::now();
        let is_beat = line.beaten.is_none_or(|at| at.elapsed() >= HEARTBEAT);
        match within(self.exchange(&mut line.connection, due, is_beat)).await {
            Ok(None) => Ok(()),
            Ok(Some(servers)) => {
                (line.servers, line.has_retried) = (servers, false);
                if self.desk.alone.swap(0, Ordering::Relaxed) > 0 {
                    tracing::info!("limits are held over all servers again");
                }
                if is_beat {
                    line.beaten = Some(begun);
                }
                Ok(())
            }
            Err(error) => {
                let was_open = line.connection.take().is_some();
                // So that the next exchange finds out whether the database is back.
                line.beaten = None;
                if !was_open || line.has_retried || begun.elapsed() >= RETRY {
                    return Err(error);
                }
                line.has_retried = true;
                self.lose_shares();
                Ok(())
            }
        }
    }

    /// Returns the shares that exist, and forgets those that nobody needs.
    fn held(&self) -> Vec<Arc<Share>> {
        let mut shares = lock(&self.shares);
        shares.retain(|_, share| Arc::strong_count(share) > 1 || !share.is_idle());
        shares.values().cloned().collect()
    }

    /// Tells what is to be told, in portions. Returns the number of servers if anything was.
    async fn exchange(
        &self,
        connection: &mut Option<LimitConnection>,
        due: &[Arc<Share>],
        is_beat: bool,
    ) -> Result<Option<u32>, StoreError> {
        let mut servers = None;
        let now = Instant::now();
        let told: Vec<_> = due
            .iter()
            .filter_map(|share| Some((share, share.with(|state| state.report(now))?)))
            .collect();
        if told.is_empty() && !is_beat {
            return Ok(None);
        }
        let open = match connection {
            Some(open) => open,
            None => connection.insert(self.connect().await?),
        };
        if is_beat {
            open.end_shares_of_others().await?;
            servers = Some(open.exchange(&[], &[]).await?.servers);
        }
        for portion in told.chunks(MAX_SHARES) {
            let (shares, reports): (Vec<&Arc<Share>>, Vec<ShareReport>) = portion
                .iter()
                .map(|(share, report)| (*share, *report))
                .unzip();
            let subjects: Vec<_> = shares.iter().map(|share| share.subject.clone()).collect();
            let exchanged = open.exchange(&subjects, &reports).await?;
            servers = Some(exchanged.servers);
            for (place, new) in exchanged.shares {
                if let (Some(share), Some(report)) = (shares.get(place), reports.get(place)) {
                    share.with(|state| state.accept(report, new, Instant::now()));
                    share.answer();
                }
            }
        }
        Ok(servers)
    }

    /// Lets calls go on without the database, each server with its part.
    fn go_alone(&self, servers: u32, error: &StoreError) {
        if self.desk.alone.swap(servers.max(1), Ordering::Relaxed) == 0 {
            tracing::warn!(
                servers,
                "limits: each server goes on with its part: {error}"
            );
        }
        self.lose_shares();
    }

    /// Counts on nothing that was told or given before.
    fn lose_shares(&self) {
        let shares: Vec<_> = lock(&self.shares).values().cloned().collect();
        for share in shares {
            share.with(ShareState::lose);
            share.answer();
        }
    }
}
