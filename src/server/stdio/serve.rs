//! Serving standard input and output to the end.

use std::sync::Arc;

use super::{
    connection::Host, line_reader::Lines, message_writer::Output, options::StdioOptions,
    stdout::take_stdout,
};
use crate::server::{dispatch::Dispatcher, error::Error};

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
