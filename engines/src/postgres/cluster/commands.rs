//! `toolwright worker cluster …`: this program as a supervisor of a database, or as its server.

use std::{
    ffi::OsString,
    io::{self, Write as _},
    process,
};

use super::{error::ClusterError, handle::Cluster, runtime::Runtime, supervisor};
use crate::supervise::{role, this_program};

/// Runs a database in a folder until standard input ends, and prints how to connect as its
/// superuser. For tests and benches.
const START: &str = "start";

/// Runs the command that the arguments name, and exits.
pub fn work(mut arguments: impl Iterator<Item = OsString>) -> ! {
    let command = arguments.next().unwrap_or_default();
    if command == supervisor::KEEP {
        supervisor::keep();
    }
    if command == START {
        start(arguments);
    }
    role::fail()
}

/// Returns if the arguments are wrong.
fn start(mut arguments: impl Iterator<Item = OsString>) {
    let (Some(folder), Some(runtime)) = (arguments.next(), arguments.next()) else {
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

/// Prints how to connect, and again for every line on standard input: the database is restarted if
/// it has died.
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

/// Returns a value as connection strings have it.
fn quoted(value: &str) -> String {
    if value.contains([' ', '\'', '\\']) {
        let escaped = value.replace('\\', "\\\\").replace('\'', "\\'");
        return format!("'{escaped}'");
    }
    value.to_owned()
}
