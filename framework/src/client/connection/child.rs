//! [`ChildCommand`]: a server that is a child process, which speaks on its standard streams.

use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
    process::Stdio,
    sync::Arc,
};

use bytes::Bytes;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt as _},
    process::{Child, Command},
    sync::mpsc,
};

use super::{
    error::ConnectionError,
    handler::Handler,
    lines::{Line, Lines},
    pipe::{Pipe, PipeState},
};

/// A program that is an MCP server on its standard streams.
///
/// ```
/// use toolwright::client::ChildCommand;
///
/// let command = ChildCommand::new(["uvx", "mcp-server-time"]).env("TZ", "UTC");
/// ```
#[derive(Debug, Clone)]
pub struct ChildCommand {
    words: Vec<OsString>,
    variables: Vec<(OsString, OsString)>,
    folder: Option<PathBuf>,
}

impl ChildCommand {
    /// Creates a command from the program and its arguments. No shell reads them.
    pub fn new<W: Into<OsString>>(words: impl IntoIterator<Item = W>) -> Self {
        Self {
            words: words.into_iter().map(Into::into).collect(),
            variables: Vec::new(),
            folder: None,
        }
    }

    /// Sets a variable of the program's environment. It inherits all others.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// Sets the folder that the program runs in.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// Starts the program in a process group of its own. Its standard error is that of this process.
    fn spawn(&self) -> Result<Child, ConnectionError> {
        let (program, arguments) = match self.words.split_first() {
            Some((program, arguments)) => (program.as_os_str(), arguments),
            None => (OsStr::new(""), &[][..]),
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .envs(self.variables.iter().cloned())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command.spawn().map_err(|error| {
            let program = program.to_string_lossy();
            ConnectionError::Unreachable(format!("`{program}` cannot be started: {error}"))
        })
    }

    /// Starts the program and returns the pipe to it. Dropping the pipe kills the program and what
    /// it started in its process group.
    pub(super) fn open(
        &self,
        handler: Arc<dyn Handler>,
        limit: usize,
    ) -> Result<Pipe, ConnectionError> {
        let mut child = self.spawn()?;
        let streams = child.stdin.take().zip(child.stdout.take());
        let (input, output) =
            streams.ok_or_else(|| ConnectionError::Unreachable("it has no streams".into()))?;
        Ok(open(output, input, GroupKiller(child), handler, limit))
    }
}

/// Kills a program and what it started in its process group when it is dropped.
struct GroupKiller(Child);

impl Drop for GroupKiller {
    fn drop(&mut self) {
        // A program that has exited and was waited for has no id any more.
        let id = self.0.id().and_then(|id| i32::try_from(id).ok());
        if let Some(group) = id.and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// Opens a pipe over two streams. `kept` is dropped with the pipe.
pub(super) fn open(
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    kept: impl Send + 'static,
    handler: Arc<dyn Handler>,
    limit: usize,
) -> Pipe {
    let (mut pipe, queue) = Pipe::new(handler);
    let state = Arc::clone(pipe.state());
    pipe.run(async move {
        let _kept = kept;
        read(input, &state, limit).await;
    });
    let state = Arc::clone(pipe.state());
    pipe.run(async move { write(output, queue, &state).await });
    pipe
}

async fn read(input: impl AsyncRead + Unpin, state: &Arc<PipeState>, limit: usize) {
    let mut lines = Lines::new(input, limit);
    loop {
        match lines.next().await {
            Ok(Some(Line::Whole(line))) => state.received(&line),
            Ok(Some(Line::TooLong { head, tail })) => state.received_too_long(&head, &tail, limit),
            Ok(None) => return state.end("the server has closed its output"),
            Err(error) => return state.end(error.to_string()),
        }
    }
}

async fn write(
    mut output: impl AsyncWrite + Unpin,
    mut queue: mpsc::Receiver<Bytes>,
    state: &PipeState,
) {
    while let Some(message) = queue.recv().await {
        let mut line = Vec::with_capacity(message.len() + 1);
        line.extend_from_slice(&message);
        line.push(b'\n');
        if output.write_all(&line).await.is_err() || output.flush().await.is_err() {
            return state.end("the server does not read its input");
        }
    }
}
