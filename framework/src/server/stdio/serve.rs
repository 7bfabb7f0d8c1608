//! [`serve`]: serves standard input and output.

use std::sync::Arc;

use super::{
    connection::StdioConnection, line_reader::LineReader, message_writer::MessageWriter,
    options::StdioOptions, stdout::take_stdout,
};
use crate::server::{dispatch::Dispatcher, error::Error};

/// Serves until the host closes standard input or `stop` is ready.
pub(crate) async fn serve(
    dispatcher: Arc<Dispatcher>,
    options: &StdioOptions,
    stop: impl Future<Output = ()>,
) -> Result<(), Error> {
    let output = MessageWriter::start(take_stdout()?)?;
    let connection = StdioConnection::new(dispatcher, LineReader::new(options.max_line), output);
    connection.start()?;
    tokio::select! {
        () = connection.closed() => {}
        () = stop => connection.drain(),
    }
    connection.finish().await;
    Ok(())
}
