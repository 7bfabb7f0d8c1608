//! The database that is queried, and the limits of a query.

use std::{collections::BTreeMap, net::IpAddr, path::PathBuf, time::Duration};

use toolwright::cli::setting;
use toolwright_base::Secret;
#[cfg(feature = "embedded-postgres")]
use toolwright_engines::postgres::Runtime;
use toolwright_engines::postgres::{Address, Host, QueryLimits, Tls};

use crate::config::{error::ConfigError, settings::Settings, value::names};

/// The table of further databases, in `toolwright.toml`.
const TABLE: &str = "databases";

/// The database that is queried, and the limits of a query.
#[derive(Debug)]
pub(crate) struct DatabaseSettings {
    /// The PostgreSQL server; a private cluster in the data folder is used without one.
    pub(crate) server: Option<Address>,
    /// Further servers for `sql` tools, by their names.
    pub(crate) named: BTreeMap<String, Address>,
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
            named: named(settings)?,
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

/// The names of the settings of one database.
struct AddressFields {
    host: String,
    port: String,
    name: String,
    user: String,
    password: String,
    ssl_mode: String,
    root_certificate: String,
}

impl AddressFields {
    /// Returns the variables of the database of the data tools.
    fn of_variables() -> Self {
        let field = |end: &str| format!("POSTGRESQL_DB_{end}");
        Self {
            host: field("HOST"),
            port: field("PORT"),
            name: field("NAME"),
            user: field("USER"),
            password: field("PASS"),
            ssl_mode: field("SSLMODE"),
            root_certificate: field("SSLROOTCERT"),
        }
    }

    /// Returns the fields of a table `[databases.NAME]`.
    fn of_entry(entry: &str) -> Self {
        let field = |end: &str| format!("{TABLE}.{entry}.{end}");
        Self {
            host: field("host"),
            port: field("port"),
            name: field("name"),
            user: field("user"),
            password: field("pass"),
            ssl_mode: field("sslmode"),
            root_certificate: field("sslrootcert"),
        }
    }

    /// Parses the address of a server.
    fn read(&self, settings: &Settings) -> Result<Address, ConfigError> {
        let need = |name: &str| {
            let missing = || {
                let why = "it is needed because another setting of the database is set";
                settings.refuse(name, why)
            };
            settings.text(name).ok_or_else(missing)
        };
        let host = host(need(&self.host)?);
        Ok(Address {
            host: host.map_err(|expected| settings.refuse(&self.host, expected))?,
            port: settings.read(&self.port, setting::port)?,
            database: need(&self.name)?,
            user: need(&self.user)?,
            password: settings.text(&self.password).map(Secret::new),
            tls: self.tls(settings)?,
        })
    }

    fn tls(&self, settings: &Settings) -> Result<Tls, ConfigError> {
        let tls = settings.read(&self.ssl_mode, mode)?;
        let file = &self.root_certificate;
        match (tls, settings.text(file)) {
            (Tls::VerifyFull { .. }, file) => Ok(Tls::VerifyFull {
                authority: file.map(PathBuf::from),
            }),
            // The other modes would ignore the file, against the intention of naming it.
            (_, Some(_)) => {
                let expected = format!("expected `verify-full`, because `{file}` is set");
                Err(settings.refuse(&self.ssl_mode, expected))
            }
            (tls, None) => Ok(tls),
        }
    }
}

/// Parses the address of the server. If one of its variables is set, the others are needed.
fn server(settings: &Settings) -> Result<Option<Address>, ConfigError> {
    let fields = AddressFields::of_variables();
    let names = [&fields.host, &fields.name, &fields.user, &fields.password];
    if names.iter().any(|name| settings.text(name).is_some()) {
        return fields.read(settings).map(Some);
    }
    // Mistakes are told although nothing is connected to.
    settings.read(&fields.port, setting::port)?;
    fields.tls(settings)?;
    Ok(None)
}

/// Parses the tables `[databases.NAME]`.
fn named(settings: &Settings) -> Result<BTreeMap<String, Address>, ConfigError> {
    let entries = settings.entries(TABLE).into_iter();
    let read = |entry: String| {
        let address = AddressFields::of_entry(&entry).read(settings)?;
        Ok((entry, address))
    };
    entries.map(read).collect()
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
