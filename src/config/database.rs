//! Which database is queried, and how much a query may take.

use std::{path::PathBuf, time::Duration};

use super::{entries, error::ConfigError, settings::Settings};
use crate::{cli::setting, core::Secret};

const HOST: &str = "POSTGRESQL_DB_HOST";
const NAME: &str = "POSTGRESQL_DB_NAME";
const USER: &str = "POSTGRESQL_DB_USER";
const PASSWORD: &str = "POSTGRESQL_DB_PASS";

/// Which database is queried, and how much a query may take.
#[derive(Debug)]
pub(crate) struct DatabaseSettings {
    /// The server; without one a private cluster in the data folder is started.
    pub(crate) server: Option<DatabaseServer>,
    /// Which PostgreSQL that cluster runs.
    pub(crate) runtime: RuntimeChoice,
    /// The most connections.
    pub(crate) connections: usize,
    /// The most rows of a result.
    pub(crate) rows: usize,
    /// The most bytes of a result.
    pub(crate) bytes: usize,
    /// The most bytes of one value.
    pub(crate) cell_bytes: usize,
    /// How long a query may take.
    pub(crate) timeout: Duration,
    /// Functions that queries may call though they belong to a family that they may not.
    pub(crate) allowed_functions: Vec<String>,
}

/// A PostgreSQL server and how to log in.
#[derive(Debug)]
pub(crate) struct DatabaseServer {
    /// Its name, its address, or the folder of its socket.
    pub(crate) host: String,
    /// Its port.
    pub(crate) port: u16,
    /// The database.
    pub(crate) database: String,
    /// The role.
    pub(crate) user: String,
    /// Its password.
    pub(crate) password: Option<Secret>,
    /// Whether the connection is encrypted.
    pub(crate) tls: TlsChoice,
    /// The certificates that are trusted; without them, those of the system.
    pub(crate) certificates: Option<PathBuf>,
}

/// Whether a connection is encrypted: the words of libpq's `sslmode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TlsChoice {
    /// Never.
    Disable,
    /// Where the server can.
    Prefer,
    /// Always, with whatever certificate the server has.
    Require,
    /// Always, with a certificate that is valid for the host.
    VerifyFull,
}

/// Which PostgreSQL the private cluster runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RuntimeChoice {
    /// The machine's own, else the one within this program.
    Any,
    /// The machine's own.
    Machine,
    /// The one within this program.
    Bundled,
}

impl DatabaseSettings {
    /// What `settings` say.
    pub(super) fn read(settings: &Settings) -> Result<Self, ConfigError> {
        Ok(Self {
            server: server(settings)?,
            runtime: settings.read("TOOLWRIGHT_EMBEDDED_POSTGRES", runtime)?,
            connections: settings.read("TOOLWRIGHT_SQL_CONNECTIONS", setting::count)?,
            rows: settings.read("TOOLWRIGHT_SQL_MAX_ROWS", rows)?,
            bytes: settings.read("TOOLWRIGHT_SQL_MAX_BYTES", setting::count)?,
            cell_bytes: settings.read("TOOLWRIGHT_SQL_MAX_CELL", setting::count)?,
            timeout: settings.read("TOOLWRIGHT_SQL_TIMEOUT", timeout)?,
            allowed_functions: settings
                .text("TOOLWRIGHT_SQL_ALLOW_FUNCTIONS")
                .map(|names| entries(&names).map(str::to_owned).collect())
                .unwrap_or_default(),
        })
    }
}

/// The server, where one of its variables is set: then it needs the others too.
fn server(settings: &Settings) -> Result<Option<DatabaseServer>, ConfigError> {
    let is_set = [HOST, NAME, USER, PASSWORD]
        .iter()
        .any(|name| settings.text(name).is_some());
    if !is_set {
        return Ok(None);
    }
    let need = |name: &str| {
        let wanted = || {
            let why = "a value is wanted, since another of the database's variables is set";
            settings.refuse(name, why)
        };
        settings.text(name).ok_or_else(wanted)
    };
    Ok(Some(DatabaseServer {
        host: need(HOST)?,
        port: settings.read("POSTGRESQL_DB_PORT", setting::port)?,
        database: need(NAME)?,
        user: need(USER)?,
        password: settings.secret(PASSWORD),
        tls: settings.read("POSTGRESQL_DB_SSLMODE", tls)?,
        certificates: settings.text("POSTGRESQL_DB_SSLROOTCERT").map(Into::into),
    }))
}

fn tls(text: &str) -> Result<TlsChoice, String> {
    Ok(match text {
        "disable" => TlsChoice::Disable,
        "prefer" => TlsChoice::Prefer,
        "require" => TlsChoice::Require,
        "verify-full" => TlsChoice::VerifyFull,
        _ => return Err("`disable`, `prefer`, `require` or `verify-full` is wanted".into()),
    })
}

fn runtime(text: &str) -> Result<RuntimeChoice, String> {
    Ok(match text {
        "any" => RuntimeChoice::Any,
        "machine" => RuntimeChoice::Machine,
        "bundled" => RuntimeChoice::Bundled,
        _ => return Err("`any`, `machine` or `bundled` is wanted".into()),
    })
}

/// PostgreSQL counts rows with 31 bits.
fn rows(text: &str) -> Result<usize, String> {
    setting::count(text)
        .ok()
        .filter(|&rows| rows < i32::MAX as usize)
        .ok_or_else(|| "a whole number from 1 to 2147483646 is wanted".into())
}

fn timeout(text: &str) -> Result<Duration, String> {
    setting::duration(text)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| {
            "a whole number above 0 and a unit, `ms`, `s`, `m` or `h`, are wanted, as in `20s`"
                .into()
        })
}
