//! MCP over standard input and output: a message a line.
//!
//! Reading and writing block, so they have threads of their own. The thread that read a request answers it itself, with no other thread
//! in between, unless the call has to wait for something: then it goes on as a task of the runtime. Requests run side by side, and a
//! host that reads slowly holds up nothing but its own answers. Standard output belongs to the protocol: what anybody else prints
//! goes to standard error.

mod connection;
mod line_reader;
mod message_writer;
mod reader_handoff;

use std::{fs::File, io, sync::Arc};

use self::{connection::Host, line_reader::Lines, message_writer::Output};
use super::{dispatch::Dispatcher, error::Error};

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

/// Serves until the host closes its end, or until `stop`.
pub(crate) async fn serve(
    dispatcher: Arc<Dispatcher>,
    options: &StdioOptions,
    stop: impl Future<Output = ()>,
) -> Result<(), Error> {
    let output = Output::start(take_stdout()?)?;
    let host = Host::new(dispatcher, Lines::new(options.max_line), output);
    host.start()?;
    tokio::select! {
        () = host.closed() => {}
        () = stop => host.drain(),
    }
    host.finish().await;
    Ok(())
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
