//! MCP over standard input and output: a message a line.
//!
//! Reading and writing block, so each has a thread of its own; requests run side by side, and a host that reads slowly holds up
//! nothing but its own answers. Standard output belongs to the protocol: what anybody else prints goes to standard error.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read as _, Write as _},
    sync::Arc,
    thread,
    time::Duration,
};

use bytes::Bytes;
use futures_util::future::join_all;
use tokio::{
    sync::{
        mpsc::{self, Receiver, Sender},
        oneshot,
    },
    task::JoinSet,
};

use super::{
    dispatch::{Channel, Dispatcher},
    error::Error,
    outbox::Outbox,
    protocol::{Message, REQUEST_CANCELLED, Reply, Request, Revision, RpcError, Unreadable},
    session::Session,
};
use crate::core::BoxFuture;

/// How many lines may wait in each direction.
const QUEUE: usize = 64;
/// How long running calls may take when the host closes its end.
const GRACE: Duration = Duration::from_secs(5);

/// How a server is reached over standard input and output.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct StdioOptions {
    /// The longest line, in bytes.
    pub max_line: usize,
}

impl Default for StdioOptions {
    fn default() -> Self {
        Self {
            max_line: 4 * 1024 * 1024,
        }
    }
}

/// A line of input.
enum Line {
    Whole(Bytes),
    TooLong,
}

/// Serves until the host closes its end, or until `stop`.
pub(crate) async fn serve(
    dispatcher: Arc<Dispatcher>,
    options: &StdioOptions,
    stop: impl Future<Output = ()>,
) -> Result<(), Error> {
    let output = take_stdout()?;
    let lines = spawn_reader(options.max_line)?;
    let (writer, written) = spawn_writer(output)?;
    let changes = dispatcher.services().catalog.changes();
    let mut host = Host {
        dispatcher,
        session: Arc::new(Session::new(changes)),
        writer,
        written,
        calls: JoinSet::new(),
    };
    host.tell_changes();
    tokio::select! {
        () = host.read(lines, options.max_line) => {}
        () = stop => host.dispatcher.drain(),
    }
    host.finish().await;
    Ok(())
}

/// The host at the other end of the pipe.
struct Host {
    dispatcher: Arc<Dispatcher>,
    session: Arc<Session>,
    writer: Writer,
    /// Fires when the writer has written everything.
    written: oneshot::Receiver<()>,
    calls: JoinSet<()>,
}

impl Host {
    async fn read(&mut self, mut lines: Receiver<Line>, max_line: usize) {
        while let Some(line) = lines.recv().await {
            match line {
                Line::Whole(line) => self.take(&line).await,
                Line::TooLong => {
                    let error = RpcError::invalid_request(format!(
                        "a line is over the limit of {max_line} bytes"
                    ));
                    self.writer.send(Reply::refusal(None, &error).body).await;
                }
            }
            while self.calls.try_join_next().is_some() {}
        }
    }

    async fn take(&mut self, line: &Bytes) {
        match Message::parse_batch(line) {
            None => self.take_message(Message::parse(line)).await,
            Some(Ok(batch)) => self.take_batch(batch).await,
            Some(Err(unreadable)) => self.take_message(Err(unreadable)).await,
        }
    }

    /// A batch, whose answers come together.
    async fn take_batch(&mut self, batch: Vec<Result<Message, Unreadable>>) {
        let handshake = self.session.handshake();
        let revision = handshake.map_or(Revision::UNSAID, |handshake| handshake.revision);
        if !revision.has_batches() {
            self.writer.send(Reply::no_batches(revision).body).await;
            return;
        }
        let (mut replies, mut answering) = (Vec::new(), Vec::new());
        for message in batch {
            match message {
                Ok(message) => {
                    let request = self.dispatcher.absorb(message, Some(&self.session));
                    answering.extend(request.map(|request| self.answer(request)));
                }
                Err(unreadable) => {
                    replies.push(Reply::refusal(unreadable.id.as_ref(), &unreadable.error));
                }
            }
        }
        let writer = self.writer.clone();
        self.calls.spawn(async move {
            replies.extend(join_all(answering).await.into_iter().flatten());
            if !replies.is_empty() {
                writer.send(Reply::array(&replies)).await;
            }
        });
    }

    async fn take_message(&mut self, message: Result<Message, Unreadable>) {
        match message {
            Ok(message) => {
                if let Some(request) = self.dispatcher.absorb(message, Some(&self.session)) {
                    self.start(request);
                }
            }
            Err(unreadable) => {
                let reply = Reply::refusal(unreadable.id.as_ref(), &unreadable.error);
                self.writer.send(reply.body).await;
            }
        }
    }

    fn start(&mut self, request: Request) {
        let writer = self.writer.clone();
        let answering = self.answer(request);
        self.calls.spawn(async move {
            if let Some(reply) = answering.await {
                writer.send(reply.body).await;
            }
        });
    }

    /// The answer to a request, which can be cancelled from now on. A host that took it back does not want one.
    fn answer(&self, request: Request) -> impl Future<Output = Option<Reply>> + Send + 'static {
        let dispatcher = Arc::clone(&self.dispatcher);
        let outbox = Arc::new(self.writer.clone());
        let channel = Channel::in_session(&self.session, &request, outbox);
        async move {
            let reply = dispatcher.handle(&request, &channel).await;
            let was_cancelled = reply
                .fault
                .is_some_and(|fault| fault.code == REQUEST_CANCELLED);
            (!was_cancelled).then_some(reply)
        }
    }

    fn tell_changes(&self) {
        let (dispatcher, session) = (Arc::clone(&self.dispatcher), Arc::clone(&self.session));
        let writer = self.writer.clone();
        tokio::spawn(async move { dispatcher.tell_changes(&session, &writer).await });
    }

    /// Lets running calls finish, then stops the rest and waits until all was written.
    async fn finish(mut self) {
        self.session.close();
        let all = async { while self.calls.join_next().await.is_some() {} };
        if tokio::time::timeout(GRACE, all).await.is_err() {
            self.session.end();
            self.calls.shutdown().await;
        }
        self.dispatcher.stop_tasks();
        // The thread ends when the last way to it is gone and everything was written.
        drop(self.writer);
        let _ = tokio::time::timeout(GRACE, self.written).await;
    }
}

/// The way to standard output.
#[derive(Clone)]
struct Writer(Sender<Bytes>);

impl Outbox for Writer {
    fn send(&self, message: Bytes) -> BoxFuture<'_, bool> {
        Box::pin(async move { self.0.send(message).await.is_ok() })
    }

    fn send_now(&self, message: Bytes) {
        let _ = self.0.try_send(message);
    }
}

fn spawn_reader(max_line: usize) -> io::Result<Receiver<Line>> {
    let (sender, lines) = mpsc::channel(QUEUE);
    thread::Builder::new().name("stdin".into()).spawn(move || {
        let mut input = BufReader::with_capacity(64 * 1024, io::stdin().lock());
        while let Ok(Some(line)) = read_line(&mut input, max_line) {
            if matches!(&line, Line::Whole(text) if text.iter().all(u8::is_ascii_whitespace)) {
                continue;
            }
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    })?;
    Ok(lines)
}

/// One line without its end; what is over the limit is read and dropped.
fn read_line(input: &mut impl BufRead, max_line: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let limit = max_line as u64 + 1;
    input.by_ref().take(limit).read_until(b'\n', &mut line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
        return Ok(Some(Line::Whole(line.into())));
    }
    if line.len() as u64 == limit {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok((!line.is_empty()).then(|| Line::Whole(line.into())))
}

fn spawn_writer(mut output: File) -> io::Result<(Writer, oneshot::Receiver<()>)> {
    let (sender, mut messages) = mpsc::channel::<Bytes>(QUEUE);
    let (done, written) = oneshot::channel();
    thread::Builder::new()
        .name("stdout".into())
        .spawn(move || {
            let _done = done;
            while let Some(message) = messages.blocking_recv() {
                let line = [&message[..], b"\n"].concat();
                if output
                    .write_all(&line)
                    .and_then(|()| output.flush())
                    .is_err()
                {
                    return;
                }
            }
        })?;
    Ok((Writer(sender), written))
}

/// Keeps standard output for the protocol, and sends what others print there to standard error.
#[cfg(unix)]
fn take_stdout() -> io::Result<File> {
    let output = rustix::io::dup(io::stdout())?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(File::from(output))
}

/// Standard output, as it is.
#[cfg(not(unix))]
fn take_stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle as _;
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_over_the_limit_is_dropped_and_the_next_is_read() {
        let mut input = io::Cursor::new(b"12345\n1234567\nab".to_vec());
        let mut next = || match read_line(&mut input, 5).unwrap() {
            Some(Line::Whole(line)) => Some(String::from_utf8(line.to_vec()).unwrap()),
            Some(Line::TooLong) => Some("too long".into()),
            None => None,
        };
        assert_eq!(next().as_deref(), Some("12345"));
        assert_eq!(next().as_deref(), Some("too long"));
        assert_eq!(next().as_deref(), Some("ab"));
        assert_eq!(next(), None);
    }
}
