//! [`Wishes`]: what a keeper hears of while it works.

use std::{
    io::Read,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use crate::data::postgres::cluster::ClusterError;

/// How often a keeper looks at what it waits for.
const LOOK: Duration = Duration::from_millis(2);

/// What a keeper hears of.
enum Event {
    /// Nobody wants the database any more.
    Stop,
    /// The database has ended. It still has its number.
    Ended,
}

/// What a keeper hears of while it works.
pub(crate) struct Wishes {
    events: Receiver<Event>,
    sender: Sender<Event>,
}

impl Wishes {
    /// Nobody wants the database any more when `input` ends.
    pub(crate) fn from(mut input: impl Read + Send + 'static) -> Self {
        let (sender, events) = mpsc::channel();
        let stop = sender.clone();
        thread::spawn(move || {
            // What the server says after its order means nothing.
            let mut ignored = [0; 64];
            while input.read(&mut ignored).is_ok_and(|read| read > 0) {}
            let _ = stop.send(Event::Stop);
        });
        Self { events, sender }
    }

    /// Waits a moment.
    ///
    /// # Errors
    /// When nobody wants the database any more.
    pub(crate) fn pause(&self) -> Result<(), ClusterError> {
        match self.events.recv_timeout(LOOK) {
            Ok(_) => Err(ClusterError::Stopped),
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(RecvTimeoutError::Disconnected) => Err(ClusterError::Stopped),
        }
    }

    /// Waits until nobody wants the database any more, or it has ended; tells whether it is still wanted.
    pub(crate) fn wait(&self, database: Pid) -> bool {
        let ended = self.sender.clone();
        thread::spawn(move || {
            let kept = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            let _ = waitid(WaitId::Pid(database), kept);
            let _ = ended.send(Event::Ended);
        });
        matches!(self.events.recv(), Ok(Event::Ended))
    }
}
