//! Which database is queried, and how much a query may take.

use std::{path::PathBuf, time::Duration};

use super::{ConfigError, Settings};
#[cfg(feature = "embedded-postgres")]
use crate::data::postgres::Runtime;
use crate::{
    cli::setting,
    config::entries,
    core::Secret,
    data::postgres::{Address, Host, QueryLimits, Tls},
};

const HOST: &str = "POSTGRESQL_DB_HOST";
const NAME: &str = "POSTGRESQL_DB_NAME";
const USER: &str = "POSTGRESQL_DB_USER";
const PASSWORD: &str = "POSTGRESQL_DB_PASS";

/// Which database is queried, and how much a query may take.
#[derive(Debug)]
pub(crate) struct DatabaseSettings {
    /// The server; without one a private cluster in the data folder is started.
    pub(crate) server: Option<Address>,
    /// Which PostgreSQL that cluster runs.
    #[cfg(feature = "embedded-postgres")]
    pub(crate) runtime: Runtime,
    /// The most connections.
    pub(crate) connections: usize,
    /// How much each query may take.
    pub(crate) limits: QueryLimits,
    /// Functions that queries may call though they belong to a family that they may not.
    pub(crate) allowed_functions: Vec<String>,
}

impl DatabaseSettings {
    /// What `settings` say.
    pub(super) fn read(settings: &Settings) -> Result<Self, ConfigError> {
        Ok(Self {
            server: server(settings)?,
            #[cfg(feature = "embedded-postgres")]
            runtime: settings.read("TOOLWRIGHT_EMBEDDED_POSTGRES", runtime)?,
            connections: settings.read("TOOLWRIGHT_SQL_CONNECTIONS", setting::count)?,
            limits: QueryLimits {
                rows: settings.read("TOOLWRIGHT_SQL_MAX_ROWS", rows)?,
                bytes: settings.read("TOOLWRIGHT_SQL_MAX_BYTES", setting::count)?,
                cell_bytes: settings.read("TOOLWRIGHT_SQL_MAX_CELL", setting::count)?,
                timeout: settings.read("TOOLWRIGHT_SQL_TIMEOUT", timeout)?,
            },
            allowed_functions: settings
                .text("TOOLWRIGHT_SQL_ALLOW_FUNCTIONS")
                .map(|names| entries(&names).map(str::to_owned).collect())
                .unwrap_or_default(),
        })
    }
}

/// The server, where one of its variables is set: then it needs the others too.
fn server(settings: &Settings) -> Result<Option<Address>, ConfigError> {
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
    Ok(Some(Address {
        host: host(need(HOST)?),
        port: settings.read("POSTGRESQL_DB_PORT", setting::port)?,
        database: need(NAME)?,
        user: need(USER)?,
        password: settings.text(PASSWORD).map(Secret::new),
        tls: tls(settings)?,
    }))
}

/// As libpq tells them apart.
fn host(text: String) -> Host {
    match text.starts_with('/') {
        true => Host::Unix(text.into()),
        false => Host::Tcp(text),
    }
}

fn tls(settings: &Settings) -> Result<Tls, ConfigError> {
    let mut tls = settings.read("POSTGRESQL_DB_SSLMODE", mode)?;
    if let Tls::VerifyFull { authority } = &mut tls {
        *authority = settings
            .text("POSTGRESQL_DB_SSLROOTCERT")
            .map(PathBuf::from);
    }
    Ok(tls)
}

fn mode(text: &str) -> Result<Tls, String> {
    Ok(match text {
        "disable" => Tls::Off,
        "prefer" => Tls::Prefer,
        "require" => Tls::Require,
        "verify-full" => Tls::VerifyFull { authority: None },
        _ => return Err("`disable`, `prefer`, `require` or `verify-full` is wanted".into()),
    })
}

#[cfg(feature = "embedded-postgres")]
fn runtime(text: &str) -> Result<Runtime, String> {
    Runtime::named(text).ok_or_else(|| "`any`, `machine` or `bundled` is wanted".into())
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
