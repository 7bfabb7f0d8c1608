//! What this program is when it is started as `toolwright worker cluster …`.

use std::{
    ffi::OsString,
    io::{self, Write as _},
    process,
};

use super::{Cluster, ClusterError, Runtime, supervisor as keeper};
use crate::data::supervise::worker::{broken, this_program};

/// The argument after `worker`, which makes a program a worker of this engine.
pub(crate) const WORKER: &str = "cluster";
/// Keeps a database: the order comes on standard input.
pub(super) const KEEP: &str = "keep";
/// Becomes a program of PostgreSQL.
pub(super) const LAUNCH: &str = "launch";
/// Runs a database in a folder until standard input ends, and says how to connect as its superuser. For tests.
const START: &str = "start";

/// Is the worker that the words name, until its work is done.
pub(crate) fn work(mut words: impl Iterator<Item = OsString>) -> ! {
    let word = words.next().unwrap_or_default();
    if word == KEEP {
        keeper::keep();
    }
    if word == LAUNCH {
        keeper::become_program(words);
    }
    if word == START {
        start(words);
    }
    broken()
}

fn start(mut words: impl Iterator<Item = OsString>) {
    let (Some(folder), Some(runtime)) = (words.next(), words.next()) else {
        return;
    };
    let Some(runtime) = runtime.to_str().and_then(Runtime::named) else {
        return;
    };
    let cluster = Cluster::with_runtime(folder, this_program(), runtime);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let Ok(runtime) = runtime else {
        return;
    };
    match runtime.block_on(serve(&cluster)) {
        Ok(()) => process::exit(0),
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            process::exit(1)
        }
    }
}

/// Says how to connect at once, and again for every line that comes: the database begins again if it has died.
async fn serve(cluster: &Cluster) -> Result<(), ClusterError> {
    loop {
        let address = cluster.superuser_address().await?;
        let _ = writeln!(
            io::stdout(),
            "host={} port={} user={} dbname={}",
            quoted(&address.socket.to_string_lossy()),
            address.port,
            address.user,
            address.database,
        );
        let line = tokio::task::spawn_blocking(|| io::stdin().read_line(&mut String::new()));
        if !matches!(line.await, Ok(Ok(1..))) {
            break;
        }
    }
    cluster.stop().await;
    Ok(())
}

/// A value of a connection string.
fn quoted(value: &str) -> String {
    if value.contains([' ', '\'', '\\']) {
        let escaped = value.replace('\\', "\\\\").replace('\'', "\\'");
        return format!("'{escaped}'");
    }
    value.to_owned()
}
