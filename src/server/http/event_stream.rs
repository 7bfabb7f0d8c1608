//! [`EventStream`]: the messages of one response, on their way to a reader that may be slow, go away, or come back.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard},
};

use bytes::Bytes;
use tokio::sync::Notify;

use crate::{
    core::{BoxFuture, lock},
    server::peer::Outbox,
};

/// The most messages that wait for a reader. Then whoever writes waits too.
const MOST_EVENTS: usize = 64;

/// The messages of one response.
#[derive(Debug)]
pub(super) struct EventStream {
    /// Its number in its session, where a reader may come back to it.
    number: Option<u64>,
    state: Mutex<State>,
    readable: Notify,
    writable: Notify,
}

#[derive(Debug, Default)]
struct State {
    events: VecDeque<Event>,
    /// The number of the next event.
    next: u64,
    /// The first event that nobody has read.
    unread: u64,
    /// Changes whenever another reader takes over, or the present one is sent away.
    reader: u64,
    attached: bool,
    /// Whether the first reader is to be sent away as soon as it comes.
    released: bool,
    finished: bool,
}

/// One message, with its number where it can be asked for again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Event {
    pub(super) number: u64,
    pub(super) data: Bytes,
}

impl EventStream {
    /// A stream for a reader that does not come back.
    pub(super) fn once() -> Arc<Self> {
        Arc::new(Self::new(None))
    }

    /// A stream that a reader of the session may come back to.
    pub(super) fn resumable(number: u64) -> Arc<Self> {
        Arc::new(Self::new(Some(number)))
    }

    fn new(number: Option<u64>) -> Self {
        Self {
            number,
            state: Mutex::default(),
            readable: Notify::new(),
            writable: Notify::new(),
        }
    }

    pub(super) const fn number(&self) -> Option<u64> {
        self.number
    }

    /// Whether there is something for a reader: a message, or that it should come back later.
    pub(super) fn has_begun(&self) -> bool {
        self.lock().has_begun()
    }

    /// Whether everything was written and read.
    pub(super) fn is_delivered(&self) -> bool {
        let state = self.lock();
        state.finished && state.unread == state.next
    }

    /// Waits until it has begun.
    pub(super) async fn begun(&self) {
        loop {
            let readable = self.readable.notified();
            if self.has_begun() {
                return;
            }
            readable.await;
        }
    }

    /// The reader went away before it came: nobody waits for it.
    pub(super) fn abandon(&self) {
        self.lock().send_reader_away();
        self.writable.notify_waiters();
    }

    /// Writes the last message, which never waits.
    pub(super) fn finish(&self, data: Bytes) {
        let mut state = self.lock();
        state.push(data);
        state.finished = true;
        drop(state);
        self.readable.notify_waiters();
    }

    /// Ends it without a last message.
    pub(super) fn close(&self) {
        self.lock().finished = true;
        self.readable.notify_waiters();
    }

    /// Reads from the beginning, or after the event numbered `after`. A reader that was there is sent away.
    pub(super) fn attach(self: &Arc<Self>, after: Option<u64>) -> Reader {
        let mut state = self.lock();
        state.reader += 1;
        state.attached = true;
        let reader = Reader {
            stream: Arc::clone(self),
            id: state.reader,
            next: after.map_or(0, |after| after.saturating_add(1)),
        };
        if std::mem::take(&mut state.released) {
            state.send_reader_away();
        }
        drop(state);
        self.readable.notify_waiters();
        self.writable.notify_waiters();
        reader
    }

    async fn push(&self, data: Bytes) -> bool {
        loop {
            let writable = self.writable.notified();
            {
                let mut state = self.lock();
                let (is_away, may_return) = (state.is_away(), self.number.is_some());
                if state.finished || (is_away && !may_return) {
                    return false;
                }
                if state.has_room() || is_away {
                    state.push(data);
                    state.trim();
                    drop(state);
                    self.readable.notify_waiters();
                    return true;
                }
            }
            writable.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl State {
    const fn has_room(&self) -> bool {
        self.next - self.unread < MOST_EVENTS as u64
    }

    const fn has_begun(&self) -> bool {
        self.next > 0 || self.released
    }

    /// Whether there was a reader and is none. Before the first comes, whoever writes waits for it.
    const fn is_away(&self) -> bool {
        !self.attached && self.reader > 0
    }

    const fn send_reader_away(&mut self) {
        self.reader += 1;
        self.attached = false;
    }

    fn push(&mut self, data: Bytes) {
        self.events.push_back(Event {
            number: self.next,
            data,
        });
        self.next += 1;
    }

    /// Forgets the oldest message where there are too many: one that was read, unless the reader is away.
    fn trim(&mut self) {
        if self.events.len() > MOST_EVENTS {
            self.events.pop_front();
            self.unread = self.unread.max(self.next - self.events.len() as u64);
        }
    }
}

impl Outbox for EventStream {
    fn send(&self, message: Bytes) -> BoxFuture<'_, bool> {
        Box::pin(self.push(message))
    }

    fn send_now(&self, message: Bytes) {
        let mut state = self.lock();
        if state.has_room() && !state.finished {
            state.push(message);
            state.trim();
            drop(state);
            self.readable.notify_waiters();
        }
    }

    fn release(&self) {
        if self.number.is_none() {
            return;
        }
        let mut state = self.lock();
        if state.reader == 0 {
            state.released = true;
        } else {
            state.send_reader_away();
        }
        drop(state);
        self.readable.notify_waiters();
        self.writable.notify_waiters();
    }
}

/// One reader of a stream.
#[derive(Debug)]
pub(super) struct Reader {
    stream: Arc<EventStream>,
    id: u64,
    next: u64,
}

impl Reader {
    pub(super) fn stream_number(&self) -> Option<u64> {
        self.stream.number()
    }

    /// The next message; none when there will be no more for this reader.
    pub(super) async fn next(&mut self) -> Option<Event> {
        loop {
            let stream = Arc::clone(&self.stream);
            let readable = stream.readable.notified();
            {
                let mut state = stream.lock();
                if state.reader != self.id {
                    return None;
                }
                if let Some(event) = self.take(&mut state) {
                    drop(state);
                    stream.writable.notify_waiters();
                    return Some(event);
                }
                if state.finished {
                    return None;
                }
            }
            readable.await;
        }
    }

    fn take(&mut self, state: &mut State) -> Option<Event> {
        let event = state
            .events
            .iter()
            .find(|event| event.number >= self.next)?
            .clone();
        self.next = event.number + 1;
        state.unread = state.unread.max(self.next);
        if self.stream.number.is_none() {
            state.events.retain(|kept| kept.number > event.number);
        }
        Some(event)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let mut state = self.stream.lock();
        if state.reader == self.id {
            state.attached = false;
        }
        drop(state);
        self.stream.writable.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    async fn texts(reader: &mut Reader) -> Vec<String> {
        let mut texts = Vec::new();
        while let Ok(Some(event)) =
            tokio::time::timeout(Duration::from_millis(20), reader.next()).await
        {
            texts.push(String::from_utf8(event.data.to_vec()).unwrap());
        }
        texts
    }

    #[tokio::test]
    async fn a_reader_that_comes_back_gets_what_it_missed() {
        let stream = EventStream::resumable(1);
        let mut first = stream.attach(None);
        assert!(stream.send("a".into()).await);
        assert_eq!(texts(&mut first).await, ["a"]);
        drop(first);
        assert!(stream.send("b".into()).await);
        stream.finish("c".into());
        assert!(!stream.is_delivered());
        assert_eq!(texts(&mut stream.attach(Some(0))).await, ["b", "c"]);
        assert!(stream.is_delivered());
        assert_eq!(texts(&mut stream.attach(Some(1))).await, ["c"]);
    }

    #[tokio::test]
    async fn a_writer_waits_for_a_slow_reader_and_learns_when_it_is_gone() {
        let stream = EventStream::once();
        let reader = stream.attach(None);
        for _ in 0..MOST_EVENTS {
            assert!(stream.send("x".into()).await);
        }
        let waiting =
            tokio::time::timeout(Duration::from_millis(20), stream.send("y".into())).await;
        assert!(waiting.is_err());
        drop(reader);
        assert!(!stream.send("y".into()).await);
    }

    #[tokio::test]
    async fn a_writer_waits_for_the_first_reader_unless_it_will_not_come() {
        let stream = EventStream::resumable(1);
        for _ in 0..MOST_EVENTS {
            assert!(stream.send("x".into()).await);
        }
        let waiting =
            tokio::time::timeout(Duration::from_millis(20), stream.send("y".into())).await;
        assert!(waiting.is_err());
        stream.abandon();
        assert!(stream.send("y".into()).await);
    }

    #[tokio::test]
    async fn the_answer_pushes_out_nothing_that_was_not_read() {
        let stream = EventStream::resumable(1);
        let mut reader = stream.attach(None);
        for _ in 0..MOST_EVENTS {
            assert!(stream.send("x".into()).await);
        }
        stream.finish("last".into());
        assert_eq!(texts(&mut reader).await.len(), MOST_EVENTS + 1);
    }

    #[tokio::test]
    async fn a_released_reader_ends_while_the_stream_goes_on() {
        let stream = EventStream::resumable(1);
        let mut first = stream.attach(None);
        stream.release();
        assert_eq!(first.next().await, None);
        stream.finish("late".into());
        assert_eq!(texts(&mut stream.attach(None)).await, ["late"]);
    }

    #[tokio::test]
    async fn a_stream_that_is_released_before_it_has_a_reader_sends_the_first_one_away() {
        let stream = EventStream::resumable(1);
        stream.release();
        stream.begun().await;
        assert_eq!(stream.attach(None).next().await, None);
        stream.finish("late".into());
        assert_eq!(texts(&mut stream.attach(None)).await, ["late"]);
    }

    #[tokio::test]
    async fn a_reader_that_saw_nothing_gets_what_was_on_its_way_to_the_one_before() {
        let stream = EventStream::resumable(1);
        assert!(stream.send("a".into()).await);
        assert_eq!(texts(&mut stream.attach(None)).await, ["a"]);
        assert_eq!(texts(&mut stream.attach(None)).await, ["a"]);
    }
}
