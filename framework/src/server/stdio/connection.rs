//! Serves MCP over standard input and output.

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
use toolwright_base::lock;

use super::{
    line_reader::{InputLine, LineReader, ReaderHandoff},
    message_writer::{MessageWriter, take_stdout},
};
use crate::{
    core::{BoxFuture, ClientProfile, Origin, VirtualServer, VirtualServers},
    server::{
        client_state::{MAX_RUNNING, Session},
        dispatch::{Arrival, Channel, Dispatcher},
        error::Error,
        peer::Outbox,
        protocol::{
            InvalidMessage, Message, REQUEST_CANCELLED, Reply, Request, Revision, RpcError,
        },
    },
};

/// The largest number of calls at once. While it is reached, nothing more is read. One less than a
/// session may have, because the next request is registered before it waits for a permit.
const MAX_CALLS: u32 = MAX_RUNNING - 1;
/// How long running calls may take to finish when the connection ends.
const GRACE: Duration = Duration::from_secs(5);

/// The output for a line, or `None` if there is none to write.
type OutputFuture = BoxFuture<'static, Option<Bytes>>;

/// The connection to the host, which is the only client.
pub(super) struct StdioConnection {
    dispatcher: Arc<Dispatcher>,
    session: Arc<Session>,
    part: Option<ServedPart>,
    lines: Mutex<LineReader>,
    handoff: ReaderHandoff,
    output: Arc<MessageWriter>,
    calls: Mutex<JoinSet<()>>,
    permits: Arc<Semaphore>,
    closed: CancellationToken,
    runtime: Handle,
}

/// A line that was read and whose output is pending.
struct PendingLine {
    output: OutputFuture,
    permit: OwnedSemaphorePermit,
    /// Whether more lines were already waiting when this one was read.
    has_followers: bool,
}

impl StdioConnection {
    /// Creates the connection. Must be called within a runtime.
    pub(super) fn new(
        dispatcher: Arc<Dispatcher>,
        part: Option<ServedPart>,
        lines: LineReader,
        output: Arc<MessageWriter>,
    ) -> Arc<Self> {
        let session = Arc::new(dispatcher.new_session());
        Arc::new(Self {
            dispatcher,
            session,
            part,
            lines: Mutex::new(lines),
            handoff: ReaderHandoff::default(),
            output,
            calls: Mutex::default(),
            permits: Arc::new(Semaphore::new(MAX_CALLS as usize)),
            closed: CancellationToken::new(),
            runtime: Handle::current(),
        })
    }

    /// Starts the two reading threads, and the task that sends changes.
    pub(super) fn start(self: &Arc<Self>) -> io::Result<()> {
        for is_standby in [false, true] {
            let connection = Arc::clone(self);
            let reader = thread::Builder::new().name("stdin".into());
            reader.spawn(move || connection.work(is_standby))?;
        }
        let connection = Arc::clone(self);
        tokio::spawn(async move {
            let (session, output) = (&connection.session, &*connection.output);
            connection.dispatcher.send_changes(session, output).await;
        });
        Ok(())
    }

    /// Waits until the host has closed standard input.
    pub(super) async fn closed(&self) {
        self.closed.cancelled().await;
    }

    /// Refuses new requests from now on.
    pub(super) fn drain(&self) {
        self.dispatcher.drain();
    }

    /// Lets running calls finish, stops those that take too long, and waits until all output is
    /// written.
    pub(super) async fn finish(&self) {
        self.session.close();
        let all_over = self.permits.acquire_many(MAX_CALLS);
        if tokio::time::timeout(GRACE, all_over).await.is_err() {
            self.session.end();
            let mut calls = std::mem::take(&mut *lock(&self.calls));
            calls.shutdown().await;
        }
        self.dispatcher.stop_tasks();
        let _ = tokio::time::timeout(GRACE, self.output.finish()).await;
    }

    /// Runs one of the two threads: one reads while the other is the standby.
    fn work(&self, mut is_standby: bool) {
        let _runtime = self.runtime.enter();
        while !is_standby || self.handoff.wait_to_take_over() {
            self.read();
            is_standby = true;
        }
    }

    /// Reads until the input ends or the other thread has taken over. If more lines are waiting, a
    /// request is answered in the runtime, so that they run concurrently.
    fn read(&self) {
        while let Some(pending) = self.next_pending() {
            if pending.has_followers || !self.handoff.has_standby() {
                self.answer_in_runtime(pending);
            } else if !self
                .handoff
                .run_unless_taken_over(|| self.answer_on_this_thread(pending))
            {
                return;
            }
        }
        self.handoff.close();
        self.closed.cancel();
    }

    /// Reads until a line has output. Whatever depends on the order of the lines is done before the
    /// next one is read.
    fn next_pending(&self) -> Option<PendingLine> {
        let mut lines = lock(&self.lines);
        loop {
            let line = lines.next()?;
            if let Some(output) = self.handle_line(line, lines.max_line()) {
                let permit = self.acquire_permit()?;
                return Some(PendingLine {
                    output,
                    permit,
                    has_followers: lines.has_more(),
                });
            }
        }
    }

    fn acquire_permit(&self) -> Option<OwnedSemaphorePermit> {
        let permits = Arc::clone(&self.permits);
        permits.try_acquire_owned().ok().or_else(|| {
            let permits = Arc::clone(&self.permits);
            self.runtime.block_on(permits.acquire_owned()).ok()
        })
    }

    /// Polls the output once on this thread, and writes it if it is ready. Otherwise it continues
    /// in the runtime.
    fn answer_on_this_thread(&self, mut pending: PendingLine) {
        let mut context = Context::from_waker(Waker::noop());
        let poll = catch_unwind(AssertUnwindSafe(|| {
            pending.output.as_mut().poll(&mut context)
        }));
        match poll {
            Ok(Poll::Ready(Some(message))) => self.output.write(message, &self.runtime),
            Ok(Poll::Ready(None)) => {}
            Ok(Poll::Pending) => self.answer_in_runtime(pending),
            Err(_) => tracing::error!("answering a request panicked"),
        }
    }

    fn answer_in_runtime(&self, pending: PendingLine) {
        let output = Arc::clone(&self.output);
        let mut calls = lock(&self.calls);
        while calls.try_join_next().is_some() {}
        calls.spawn_on(
            async move {
                if let Some(message) = pending.output.await {
                    output.send(message).await;
                }
                drop(pending.permit);
            },
            &self.runtime,
        );
    }

    /// Handles a line. Returns its output, unless it has none.
    fn handle_line(&self, line: InputLine, max_line: usize) -> Option<OutputFuture> {
        let InputLine::Whole(line) = line else {
            let why = format!("the line exceeds the limit of {max_line} bytes");
            return Some(ready(&Reply::refusal(
                None,
                &RpcError::invalid_request(why),
            )));
        };
        match Message::parse_batch(&line) {
            None => self.handle_message(Message::parse(&line)),
            Some(Ok(batch)) => Some(self.handle_batch(batch)),
            Some(Err(invalid)) => Some(ready(&refusal(&invalid))),
        }
    }

    fn handle_message(&self, message: Result<Message, InvalidMessage>) -> Option<OutputFuture> {
        match message {
            Ok(message) => {
                let request = self
                    .dispatcher
                    .accept_message(message, Some(&self.session))?;
                let reply = self.reply(request);
                Some(Box::pin(async { Some(reply.await?.body) }))
            }
            Err(invalid) => Some(ready(&refusal(&invalid))),
        }
    }

    /// Handles a batch, whose replies are written together.
    fn handle_batch(&self, batch: Vec<Result<Message, InvalidMessage>>) -> OutputFuture {
        let handshake = self.session.handshake();
        let revision = handshake.map_or(Revision::ASSUMED, |handshake| handshake.revision);
        if !revision.has_batches() {
            return ready(&Reply::no_batches(revision));
        }
        let (mut replies, mut answering) = (Vec::new(), Vec::new());
        for message in batch {
            match message {
                Ok(message) => {
                    let request = self.dispatcher.accept_message(message, Some(&self.session));
                    answering.extend(request.map(|request| self.reply(request)));
                }
                Err(invalid) => replies.push(refusal(&invalid)),
            }
        }
        Box::pin(async move {
            replies.extend(join_all(answering).await.into_iter().flatten());
            (!replies.is_empty()).then(|| Reply::array(&replies))
        })
    }

    /// Registers a request, so that it can be cancelled, and returns its reply. A cancelled request
    /// has none.
    fn reply(&self, request: Box<Request>) -> impl Future<Output = Option<Reply>> + Send + use<> {
        let dispatcher = Arc::clone(&self.dispatcher);
        let outbox = Arc::clone(&self.output) as Arc<dyn Outbox>;
        let arrival = Arrival {
            virtual_server: self.part.as_ref().map(ServedPart::present),
            ..Arrival::now(Origin::Host)
        };
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

fn ready(reply: &Reply) -> OutputFuture {
    Box::pin(std::future::ready(Some(reply.body.clone())))
}

fn refusal(invalid: &InvalidMessage) -> Reply {
    Reply::refusal(invalid.id.as_ref(), &invalid.error)
}

/// The virtual server that is served in place of the whole server.
pub(super) struct ServedPart {
    servers: Arc<dyn VirtualServers>,
    name: String,
    client: ClientProfile,
    /// The empty part, which is served after the named one is gone.
    nothing: Arc<VirtualServer>,
}

impl ServedPart {
    /// Returns the virtual server of this name.
    ///
    /// # Errors
    /// If there is none.
    fn find(dispatcher: &Dispatcher, name: &str) -> Result<Self, Error> {
        let client = ClientProfile::default().with_origin(Origin::Host);
        let paths = dispatcher.settings().virtual_servers.as_ref();
        let found = paths.filter(|paths| paths.servers.find(name, &client).is_some());
        let unknown = || Error::Command(format!("there is no agent `{name}` to serve"));
        let paths = found.ok_or_else(unknown)?;
        Ok(Self {
            servers: Arc::clone(&paths.servers),
            name: name.to_owned(),
            client,
            nothing: Arc::new(VirtualServer::new(name, [""; 0])),
        })
    }

    /// Returns it as it is now.
    fn present(&self) -> Arc<VirtualServer> {
        let found = self.servers.find(&self.name, &self.client);
        found.unwrap_or_else(|| Arc::clone(&self.nothing))
    }
}

/// The settings of the stdio transport, for
/// [`BuiltServer::serve_stdio`](crate::BuiltServer::serve_stdio).
///
/// ```
/// use toolwright::transport::StdioOptions;
///
/// let mut options = StdioOptions::default();
/// options.max_line = 64 * 1024;
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct StdioOptions {
    /// The longest accepted line, in bytes. The default is 4 MiB.
    pub max_line: usize,
    /// The [virtual server](crate::transport::VirtualServer) that is served in place of the whole server.
    pub virtual_server: Option<String>,
}

impl Default for StdioOptions {
    fn default() -> Self {
        Self {
            max_line: 4 * 1024 * 1024,
            virtual_server: None,
        }
    }
}

/// Serves until the host closes standard input or `stop` is ready.
pub(crate) async fn serve(
    dispatcher: Arc<Dispatcher>,
    options: &StdioOptions,
    stop: impl Future<Output = ()>,
) -> Result<(), Error> {
    let part = match &options.virtual_server {
        Some(name) => Some(ServedPart::find(&dispatcher, name)?),
        None => None,
    };
    let output = MessageWriter::start(take_stdout()?)?;
    let lines = LineReader::new(options.max_line);
    let connection = StdioConnection::new(dispatcher, part, lines, output);
    connection.start()?;
    tokio::select! {
        () = connection.closed() => {}
        () = stop => connection.drain(),
    }
    connection.finish().await;
    Ok(())
}
