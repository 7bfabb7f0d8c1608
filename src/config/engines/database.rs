//! The database that is queried, and the limits of a query.

use std::{net::IpAddr, path::PathBuf, time::Duration};

#[cfg(feature = "embedded-postgres")]
use crate::data::postgres::Runtime;
use crate::{
    cli::setting,
    config::{error::ConfigError, settings::Settings, value::names},
    core::Secret,
    data::postgres::{Address, Host, QueryLimits, Tls},
};

const HOST: &str = "POSTGRESQL_DB_HOST";
const NAME: &str = "POSTGRESQL_DB_NAME";
const USER: &str = "POSTGRESQL_DB_USER";
const PASSWORD: &str = "POSTGRESQL_DB_PASS";
const SSL_MODE: &str = "POSTGRESQL_DB_SSLMODE";
const ROOT_CERTIFICATE: &str = "POSTGRESQL_DB_SSLROOTCERT";

/// The database that is queried, and the limits of a query.
#[derive(Debug)]
pub(crate) struct DatabaseSettings {
    /// The PostgreSQL server; a private cluster in the data folder is used without one.
    pub(crate) server: Option<Address>,
    /// Which PostgreSQL the private cluster runs.
    #[cfg(feature = "embedded-postgres")]
    pub(crate) runtime: Runtime,
    /// The largest number of connections.
    pub(crate) connections: usize,
    /// The limits of each query.
    pub(crate) limits: QueryLimits,
    /// Functions that queries may call although their family is refused.
    pub(crate) allowed_functions: Vec<String>,
}

impl DatabaseSettings {
    /// Parses the settings of the engine.
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
                .read_if("TOOLWRIGHT_SQL_ALLOW_FUNCTIONS", names)?
                .unwrap_or_default(),
        })
    }
}

/// Parses the address of the server. If one of its variables is set, the others are needed.
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
        let missing = || {
            let why = "it is needed because another variable of the database is set";
            settings.refuse(name, why)
        };
        settings.text(name).ok_or_else(missing)
    };
    Ok(Some(Address {
        host: host(need(HOST)?).map_err(|expected| settings.refuse(HOST, expected))?,
        port,
        database: need(NAME)?,
        user: need(USER)?,
        password: settings.text(PASSWORD).map(Secret::new),
        tls,
    }))
}

/// Parses a host as libpq does: a path is the folder of a socket. The other parts of a URL are
/// refused, so that a password is not taken for a part of the name and shown in errors.
fn host(text: String) -> Result<Host, &'static str> {
    if text.starts_with('/') {
        return Ok(Host::Unix(text.into()));
    }
    let is_foreign = |letter: char| matches!(letter, '/' | '@' | ',') || letter.is_whitespace();
    // An IPv6 address may end with a zone.
    let is_address = text
        .split('%')
        .next()
        .is_some_and(|address| address.parse::<IpAddr>().is_ok());
    if text.contains(is_foreign) || (text.contains(':') && !is_address) {
        return Err(
            "expected a host name, an IP address or the folder of a socket alone, as in `localhost`: port, database, role and password have their own variables",
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
        // The other modes would ignore the file, against the intention of naming it.
        (_, Some(_)) => {
            let expected = format!("expected `verify-full`, because `{ROOT_CERTIFICATE}` is set");
            Err(settings.refuse(SSL_MODE, expected))
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
        _ => return Err("expected `disable`, `prefer`, `require` or `verify-full`".into()),
    })
}

#[cfg(feature = "embedded-postgres")]
fn runtime(text: &str) -> Result<Runtime, String> {
    Runtime::named(text).ok_or_else(|| "expected `any`, `machine` or `bundled`".into())
}

/// Parses a number of rows, which PostgreSQL counts with 31 bits.
fn rows(text: &str) -> Result<usize, String> {
    setting::count(text)
        .ok()
        .filter(|&rows| rows < i32::MAX as usize)
        .ok_or_else(|| "expected a whole number from 1 to 2147483646".into())
}

fn timeout(text: &str) -> Result<Duration, String> {
    setting::duration(text)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| {
            "expected a whole number above 0 and a unit (`ms`, `s`, `m` or `h`), as in `20s`".into()
        })
}
