//! [`Host`]: the one client behind standard input and output.

use std::{
    future::Future,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex},
    task::{Context, Poll, Waker},
    thread,
    time::Duration,
};

use bytes::Bytes;
use futures_util::future::join_all;
use tokio::{
    runtime::Handle,
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

use super::{
    line_reader::{Line, Lines},
    message_writer::Output,
    reader_handoff::Shift,
};
use crate::{
    core::{BoxFuture, Origin, lock},
    server::{
        client_state::Session,
        dispatch::{Arrival, Channel, Dispatcher},
        peer::Outbox,
        protocol::{Message, REQUEST_CANCELLED, Reply, Request, Revision, RpcError, Unreadable},
    },
};

/// How many calls may run at once. Then nothing more is read.
const MOST_CALLS: u32 = 1024;
/// How long running calls may take when the host closes its end.
const GRACE: Duration = Duration::from_secs(5);

/// What is to be written for a line; nothing where the host does not want an answer.
type Answer = BoxFuture<'static, Option<Bytes>>;

/// The one client behind standard input and output.
pub(super) struct Host {
    dispatcher: Arc<Dispatcher>,
    session: Arc<Session>,
    lines: Mutex<Lines>,
    shift: Shift,
    output: Arc<Output>,
    calls: Mutex<JoinSet<()>>,
    room: Arc<Semaphore>,
    closed: CancellationToken,
    runtime: Handle,
}

/// A line that was read, on its way to an answer.
struct Turn {
    answer: Answer,
    room: OwnedSemaphorePermit,
    /// Whether more requests wait to be read.
    has_followers: bool,
}

impl Host {
    /// The host that is at the other end now; to be called in a runtime.
    pub(super) fn new(dispatcher: Arc<Dispatcher>, lines: Lines, output: Arc<Output>) -> Arc<Self> {
        let changes = dispatcher.services().catalog().changes();
        Arc::new(Self {
            dispatcher,
            session: Arc::new(Session::new(changes)),
            lines: Mutex::new(lines),
            shift: Shift::default(),
            output,
            calls: Mutex::default(),
            room: Arc::new(Semaphore::new(MOST_CALLS as usize)),
            closed: CancellationToken::new(),
            runtime: Handle::current(),
        })
    }

    /// Starts to read, and to tell of changes.
    pub(super) fn start(self: &Arc<Self>) -> io::Result<()> {
        for stands_by in [false, true] {
            let host = Arc::clone(self);
            let reader = thread::Builder::new().name("stdin".into());
            reader.spawn(move || host.work(stands_by))?;
        }
        let host = Arc::clone(self);
        tokio::spawn(async move {
            let (session, output) = (&host.session, &*host.output);
            host.dispatcher.tell_changes(session, output).await;
        });
        Ok(())
    }

    /// Waits until the host will not say anything any more.
    pub(super) async fn closed(&self) {
        self.closed.cancelled().await;
    }

    /// From now on new requests are refused.
    pub(super) fn drain(&self) {
        self.dispatcher.drain();
    }

    /// Lets running calls finish, then stops the rest and waits until all was written.
    pub(super) async fn finish(&self) {
        self.session.close();
        let all_over = self.room.acquire_many(MOST_CALLS);
        if tokio::time::timeout(GRACE, all_over).await.is_err() {
            self.session.end();
            let mut calls = std::mem::take(&mut *lock(&self.calls));
            calls.shutdown().await;
        }
        self.dispatcher.stop_tasks();
        let _ = tokio::time::timeout(GRACE, self.output.finish()).await;
    }

    /// The work of one of the two threads: one reads, one stands by.
    fn work(&self, mut stands_by: bool) {
        let _runtime = self.runtime.enter();
        while !stands_by || self.shift.stand_by() {
            self.read();
            stands_by = true;
        }
    }

    /// Reads until there is no more, or until the other thread has taken over. A request that others follow goes to the runtime, so
    /// that they run side by side.
    fn read(&self) {
        while let Some(turn) = self.next_turn() {
            if turn.has_followers || !self.shift.is_covered() {
                self.answer_elsewhere(turn);
            } else if !self.shift.is_back_from(|| self.answer_here(turn)) {
                return;
            }
        }
        self.shift.end();
        self.closed.cancel();
    }

    /// Reads until something wants an answer. All that the order of the lines matters for is done before the next one is read.
    fn next_turn(&self) -> Option<Turn> {
        let mut lines = lock(&self.lines);
        loop {
            let line = lines.next()?;
            if let Some(answer) = self.take(line, lines.max_line()) {
                let room = self.find_room()?;
                return Some(Turn {
                    answer,
                    room,
                    has_followers: lines.has_more(),
                });
            }
        }
    }

    fn find_room(&self) -> Option<OwnedSemaphorePermit> {
        let room = Arc::clone(&self.room);
        room.try_acquire_owned().ok().or_else(|| {
            let room = Arc::clone(&self.room);
            self.runtime.block_on(room.acquire_owned()).ok()
        })
    }

    /// Answers on this thread, as far as that goes without waiting. The rest is a task.
    fn answer_here(&self, mut turn: Turn) {
        let mut context = Context::from_waker(Waker::noop());
        let poll = catch_unwind(AssertUnwindSafe(|| turn.answer.as_mut().poll(&mut context)));
        match poll {
            Ok(Poll::Ready(Some(message))) => self.output.write(message, &self.runtime),
            Ok(Poll::Ready(None)) => {}
            Ok(Poll::Pending) => self.answer_elsewhere(turn),
            Err(_) => tracing::error!("answering a request panicked"),
        }
    }

    fn answer_elsewhere(&self, turn: Turn) {
        let output = Arc::clone(&self.output);
        let mut calls = lock(&self.calls);
        while calls.try_join_next().is_some() {}
        calls.spawn_on(
            async move {
                if let Some(message) = turn.answer.await {
                    output.send(message).await;
                }
                drop(turn.room);
            },
            &self.runtime,
        );
    }

    /// The answer to a line, where it wants one.
    fn take(&self, line: Line, max_line: usize) -> Option<Answer> {
        let Line::Whole(line) = line else {
            let why = format!("a line is over the limit of {max_line} bytes");
            return Some(ready(&Reply::refusal(
                None,
                &RpcError::invalid_request(why),
            )));
        };
        match Message::parse_batch(&line) {
            None => self.take_message(Message::parse(&line)),
            Some(Ok(batch)) => Some(self.take_batch(batch)),
            Some(Err(unreadable)) => Some(ready(&refusal(&unreadable))),
        }
    }

    fn take_message(&self, message: Result<Message, Unreadable>) -> Option<Answer> {
        match message {
            Ok(message) => {
                let request = self.dispatcher.absorb(message, Some(&self.session))?;
                let reply = self.reply(request);
                Some(Box::pin(async { Some(reply.await?.body) }))
            }
            Err(unreadable) => Some(ready(&refusal(&unreadable))),
        }
    }

    /// A batch, whose answers come together.
    fn take_batch(&self, batch: Vec<Result<Message, Unreadable>>) -> Answer {
        let handshake = self.session.handshake();
        let revision = handshake.map_or(Revision::UNSAID, |handshake| handshake.revision);
        if !revision.has_batches() {
            return ready(&Reply::no_batches(revision));
        }
        let (mut replies, mut answering) = (Vec::new(), Vec::new());
        for message in batch {
            match message {
                Ok(message) => {
                    let request = self.dispatcher.absorb(message, Some(&self.session));
                    answering.extend(request.map(|request| self.reply(request)));
                }
                Err(unreadable) => replies.push(refusal(&unreadable)),
            }
        }
        Box::pin(async move {
            replies.extend(join_all(answering).await.into_iter().flatten());
            (!replies.is_empty()).then(|| Reply::array(&replies))
        })
    }

    /// The answer to a request, which can be cancelled from now on. A host that took it back does not want one.
    fn reply(&self, request: Box<Request>) -> impl Future<Output = Option<Reply>> + Send + use<> {
        let dispatcher = Arc::clone(&self.dispatcher);
        let outbox = Arc::clone(&self.output) as Arc<dyn Outbox>;
        let arrival = Arrival::now(Origin::Host);
        let channel = Channel::in_session(&self.session, &request, outbox, arrival);
        async move {
            let reply = dispatcher.handle(&request, &channel, None).await;
            let was_cancelled = reply
                .fault
                .is_some_and(|fault| fault.code == REQUEST_CANCELLED);
            (!was_cancelled).then_some(reply)
        }
    }
}

fn ready(reply: &Reply) -> Answer {
    Box::pin(std::future::ready(Some(reply.body.clone())))
}

fn refusal(unreadable: &Unreadable) -> Reply {
    Reply::refusal(unreadable.id.as_ref(), &unreadable.error)
}
