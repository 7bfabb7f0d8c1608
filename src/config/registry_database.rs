//! [`RegistryPlace`]: where the definitions of tools are kept, files or a database.

use std::path::PathBuf;

use percent_encoding::percent_decode_str;
use toolwright_base::Secret;
use toolwright_engines::postgres::{Address, Host, Tls};
use toolwright_registry::SchemaName;
use url::Url;

use super::{error::ConfigError, settings::Settings};

const KIND: &str = "TOOLWRIGHT_REGISTRY";
const URL: &str = "TOOLWRIGHT_REGISTRY_URL";
const EXPECTED: &str = "expected a URL such as `postgres://user:password@host:5432/database`";

/// The place of the definitions of tools.
#[derive(Debug, Clone)]
pub(crate) enum RegistryPlace {
    /// The files of a folder.
    Files,
    /// A database: the one of this address, or the private cluster.
    Postgres {
        address: Option<Address>,
        schema: SchemaName,
    },
}

impl RegistryPlace {
    /// Parses the settings.
    pub(super) fn read(settings: &Settings) -> Result<Self, ConfigError> {
        let is_postgres = settings.read(KIND, |text| match text {
            "files" => Ok(false),
            "postgres" => Ok(true),
            _ => Err("expected `files` or `postgres`".into()),
        })?;
        let address = settings.read_if(URL, address)?;
        match (is_postgres, address) {
            (false, None) => Ok(Self::Files),
            // Whoever sets it does not want files.
            (false, Some(_)) => {
                Err(settings.refuse(KIND, format!("expected `postgres`, because `{URL}` is set")))
            }
            (true, None) => Ok(Self::Postgres {
                address: None,
                schema: SchemaName::default(),
            }),
            (true, Some((address, schema))) => Ok(Self::Postgres {
                address: Some(address),
                schema,
            }),
        }
    }
}

/// Parses the URL of a database. Messages never repeat a part of it, since it has a password.
fn address(text: &str) -> Result<(Address, SchemaName), String> {
    let url = Url::parse(text).map_err(|_| EXPECTED)?;
    if !["postgres", "postgresql"].contains(&url.scheme()) || url.fragment().is_some() {
        return Err(EXPECTED.into());
    }
    let mut host = url
        .host_str()
        .map(|host| Host::Tcp(host.trim_matches(['[', ']']).to_owned()));
    let (mut tls, mut certificate, mut schema) = (Tls::Prefer, None, SchemaName::default());
    for (name, value) in url.query_pairs() {
        match &*name {
            "host" if value.starts_with('/') => host = Some(Host::Unix(value.into_owned().into())),
            "sslmode" => tls = mode(&value)?,
            "sslrootcert" => certificate = Some(PathBuf::from(value.into_owned())),
            "schema" => schema = value.parse()?,
            _ => return Err("expected no parameters but `sslmode`, `sslrootcert`, `schema` and `host`, the folder of a socket".into()),
        }
    }
    if certificate.is_some() {
        let Tls::VerifyFull { authority } = &mut tls else {
            return Err("expected `sslmode=verify-full`, because `sslrootcert` is set".into());
        };
        *authority = certificate;
    }
    let database = decoded(url.path().trim_start_matches('/'))?;
    let user = decoded(url.username())?;
    if database.is_empty() || user.is_empty() {
        return Err(EXPECTED.into());
    }
    let password = url.password().map(decoded).transpose()?;
    let address = Address {
        host: host.ok_or(EXPECTED)?,
        port: url.port().unwrap_or(5432),
        database,
        user,
        password: password.map(Secret::new),
        tls,
    };
    Ok((address, schema))
}

fn decoded(part: &str) -> Result<String, String> {
    let text = percent_decode_str(part).decode_utf8();
    text.map(Into::into).map_err(|_| EXPECTED.into())
}

fn mode(text: &str) -> Result<Tls, String> {
    Ok(match text {
        "disable" => Tls::Off,
        "prefer" => Tls::Prefer,
        "require" => Tls::Require,
        "verify-full" => Tls::VerifyFull { authority: None },
        _ => {
            return Err(
                "expected `sslmode` to be `disable`, `prefer`, `require` or `verify-full`".into(),
            );
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        address(text).unwrap_err()
    }

    #[test]
    fn a_url_names_all_of_a_database() {
        let text = "postgres://ada:p%40ss@db.example:6432/tools?sslmode=verify-full&sslrootcert=/ca.pem&schema=team_a";
        let (address, schema) = address(text).unwrap();
        assert_eq!(address.host, Host::Tcp("db.example".into()));
        assert_eq!(
            (
                address.port,
                address.database.as_str(),
                address.user.as_str()
            ),
            (6432, "tools", "ada")
        );
        assert_eq!(address.password.as_ref().unwrap().expose(), "p@ss");
        let authority = Some(PathBuf::from("/ca.pem"));
        assert_eq!(address.tls, Tls::VerifyFull { authority });
        assert_eq!(schema.as_str(), "team_a");
    }

    #[test]
    fn a_socket_and_an_address_of_version_6_are_hosts() {
        let (socket, schema) = address("postgresql://ada@localhost/tools?host=/run/pg").unwrap();
        assert_eq!(
            (socket.host, socket.port),
            (Host::Unix("/run/pg".into()), 5432)
        );
        assert_eq!(schema.as_str(), "toolwright");
        let (six, _) = address("postgres://ada@[::1]/tools").unwrap();
        assert_eq!(six.host, Host::Tcp("::1".into()));
    }

    #[test]
    fn a_mistake_is_told_without_the_password() {
        for text in [
            "",
            "db",
            "http://ada:hunter2@db/tools",
            "postgres://ada:hunter2@db",
            "postgres://db/tools",
        ] {
            assert_eq!(refused(text), EXPECTED, "{text}");
        }
        for text in [
            "sslmode=hunter2",
            "schema=Hunter2",
            "hunter2=1",
            "sslrootcert=/hunter2",
        ] {
            let problem = refused(&format!("postgres://ada:hunter2@db/tools?{text}"));
            assert!(!problem.to_lowercase().contains("hunter2"), "{problem}");
        }
    }
}
