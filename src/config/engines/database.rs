//! Which database is queried, and how much a query may take.

use std::{net::IpAddr, path::PathBuf, time::Duration};

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
const SSL_MODE: &str = "POSTGRESQL_DB_SSLMODE";
const ROOT_CERTIFICATE: &str = "POSTGRESQL_DB_SSLROOTCERT";

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
    let port = settings.read("POSTGRESQL_DB_PORT", setting::port)?;
    let tls = tls(settings)?;
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
        host: host(need(HOST)?).map_err(|wanted| settings.refuse(HOST, wanted))?,
        port,
        database: need(NAME)?,
        user: need(USER)?,
        password: settings.text(PASSWORD).map(Secret::new),
        tls,
    }))
}

/// As libpq tells them apart. What else a URL would have is refused, and not shown to those who query.
fn host(text: String) -> Result<Host, &'static str> {
    if text.starts_with('/') {
        return Ok(Host::Unix(text.into()));
    }
    let is_foreign = |letter: char| matches!(letter, '/' | '@' | ',') || letter.is_whitespace();
    // An address may end with the zone that it is of.
    let is_address = text
        .split('%')
        .next()
        .is_some_and(|address| address.parse::<IpAddr>().is_ok());
    if text.contains(is_foreign) || (text.contains(':') && !is_address) {
        return Err(
            "a name, an address or the folder of a socket alone is wanted, as in `localhost`: port, database, role and password have variables of their own",
        );
    }
    Ok(Host::Tcp(text))
}

fn tls(settings: &Settings) -> Result<Tls, ConfigError> {
    let tls = settings.read(SSL_MODE, mode)?;
    match (tls, settings.text(ROOT_CERTIFICATE)) {
        (Tls::VerifyFull { .. }, file) => Ok(Tls::VerifyFull {
            authority: file.map(PathBuf::from),
        }),
        // Whoever names a file believes that it is looked at.
        (_, Some(_)) => {
            let wanted = format!("`{ROOT_CERTIFICATE}` is set, so `verify-full` is wanted");
            Err(settings.refuse(SSL_MODE, wanted))
        }
        (tls, None) => Ok(tls),
    }
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
