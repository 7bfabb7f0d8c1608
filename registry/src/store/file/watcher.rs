//! [`Watcher`]: notices that a file was changed.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, SystemTime},
};

use notify::{
    Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _,
    event::{ModifyKind, RenameMode},
};
use tokio::{
    sync::Notify,
    time::{sleep, timeout},
};
use toolwright_base::lock;

/// How long a file must rest before it is read: an editor may write it in several steps. One that is
/// put in its place as a whole is read at once.
const REST: Duration = Duration::from_millis(25);
/// How long to wait for that at most.
const MAX_REST: Duration = Duration::from_millis(250);
/// How often the file is looked at if the system does not tell about changes.
const POLL: Duration = Duration::from_millis(500);

/// Notices that a file in a folder was changed.
pub(super) struct Watcher {
    folder: PathBuf,
    file: PathBuf,
    changed: Arc<FileChange>,
    /// Watches as long as it is there. `None` if the system cannot.
    system: OnceLock<Option<RecommendedWatcher>>,
    /// The last state of the file that was seen by looking at it.
    seen: Mutex<Option<Stamp>>,
}

/// Tells that the file was changed.
#[derive(Debug, Default)]
struct FileChange {
    notify: Notify,
    /// Whether the file was put in its place as a whole.
    is_whole: AtomicBool,
}

/// When a file was changed, and its size.
type Stamp = Option<(SystemTime, u64)>;

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Watcher").field(&self.file).finish()
    }
}

impl Watcher {
    /// Creates a watcher, which starts when somebody first waits.
    pub(super) fn new(folder: PathBuf, file: &str) -> Self {
        Self {
            file: folder.join(file),
            folder,
            changed: Arc::default(),
            system: OnceLock::new(),
            seen: Mutex::default(),
        }
    }

    /// Waits until the file was changed and rests. The first time it returns at once: what happened
    /// before it began to watch is not known.
    pub(super) async fn changed(&self) {
        let is_new = self.system.get().is_none();
        let system = self.system.get_or_init(|| match self.watch() {
            Ok(watcher) => Some(watcher),
            Err(error) => {
                let file = self.file.display();
                tracing::debug!("`{file}` is looked at twice a second: {error}");
                None
            }
        });
        if system.is_none() {
            return self.poll().await;
        }
        if is_new {
            return;
        }
        self.changed.notify.notified().await;
        if self.changed.is_whole.swap(false, Ordering::Relaxed) {
            return;
        }
        let rest = async { while timeout(REST, self.changed.notify.notified()).await.is_ok() {} };
        // A file that never rests is read all the same.
        let _ = timeout(MAX_REST, rest).await;
    }

    fn watch(&self) -> notify::Result<RecommendedWatcher> {
        let (changed, name) = (
            Arc::clone(&self.changed),
            self.file.file_name().map(ToOwned::to_owned),
        );
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            let concerns = |path: &PathBuf| path.file_name() == name.as_deref();
            let (is_change, is_whole) = match event {
                Ok(event) => (
                    !matches!(event.kind, EventKind::Access(_))
                        && (event.need_rescan() || event.paths.iter().any(concerns)),
                    matches!(
                        event.kind,
                        EventKind::Modify(ModifyKind::Name(RenameMode::To))
                    ),
                ),
                Err(_) => (true, false),
            };
            if is_change {
                changed.is_whole.fetch_or(is_whole, Ordering::Relaxed);
                changed.notify.notify_one();
            }
        })?;
        watcher.watch(&self.folder, RecursiveMode::NonRecursive)?;
        Ok(watcher)
    }

    async fn poll(&self) {
        while *lock(&self.seen) == Some(stamp(&self.file)) {
            sleep(POLL).await;
        }
        *lock(&self.seen) = Some(stamp(&self.file));
    }
}

fn stamp(path: &Path) -> Stamp {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
