//! No secret is in any message, nor in the debug form of anything.

use super::{layer::Layer, place::Place, *};

/// The value of every secret in these tests.
const SECRET: &str = "hunter2";

fn shows_no_secret(shown: &str) {
    assert!(!shown.contains(SECRET), "{shown}");
}

/// Settings that make every engine and service with a secret exist.
const REST: [(&str, &str); 9] = [
    ("CHROMADB_HOST", "localhost"),
    ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318"),
    ("POSTGRESQL_DB_HOST", "localhost"),
    ("POSTGRESQL_DB_NAME", "db"),
    ("POSTGRESQL_DB_USER", "me"),
    ("TEXT_EMBEDDING_MODEL_NAME", "m"),
    ("TEXT_EMBEDDING_MODEL_URL", "http://localhost:1"),
    ("TOOLWRIGHT_REGISTRY", "postgres"),
    ("TOOLWRIGHT_SEARCH_URL", "http://localhost:8888"),
];

#[test]
fn a_valid_secret_is_in_no_debug_form_and_is_redacted_in_logs() {
    // Keys are no text of a person, and have tests of their own; so do the fields of tables.
    let secrets = Known::SERVER.secrets.iter();
    let secrets = secrets
        .filter(|(name, _)| *name != "TOOLWRIGHT_SECRET_KEY" && Known::SERVER.is_variable(name));
    let count = secrets.clone().count();
    let values = secrets.map(|(name, _)| match *name {
        "OTEL_EXPORTER_OTLP_HEADERS" => (*name, "key=hunter2"),
        "TOOLWRIGHT_REGISTRY_URL" => (*name, "postgres://me:hunter2@localhost/db"),
        name => (name, SECRET),
    });
    let settings = Settings::of_values(values.chain(REST));
    let config = Config::read(&settings).unwrap();
    shows_no_secret(&format!("{settings:?} {settings:#?}"));
    shows_no_secret(&format!("{config:?} {config:#?}"));
    // The password of the registry's URL is one, too.
    assert_eq!(config.secrets.len(), count + 1);
    for secret in &config.secrets {
        assert!(secret.expose().contains(SECRET));
    }
}

/// A line break cannot be sent in a header, and a list of headers needs a `=`.
#[test]
fn an_invalid_secret_is_in_no_message_wherever_it_comes_from() {
    let invalid = "hunter2\nhunter2";
    let refused = Known::SERVER.secrets.iter().filter(|(name, _)| {
        // Any text can be a password.
        !["POSTGRESQL_DB_PASS", "databases.*.pass"].contains(name)
    });
    for (name, _) in refused {
        let rest = REST.iter().filter(|(other, _)| other != name);
        let variables: Vec<_> = rest.copied().chain([(*name, invalid)]).collect();
        let env_file: String = variables
            .iter()
            .map(|(name, value)| format!("{name}={value:?}\n"))
            .collect();
        let toml: String = variables
            .iter()
            .map(|(name, value)| format!("{} = {value:?}\n", name.to_lowercase()))
            .collect();
        for (files, environment) in [
            (&[][..], variables.as_slice()),
            (&[(".env", env_file.as_str())], &[]),
            (&[("toolwright.toml", toml.as_str())], &[]),
        ] {
            let settings = load(files, environment, Known::SERVER).unwrap();
            let error = Config::read(&settings).unwrap_err();
            shows_no_secret(&format!("{error} {error:?} {settings:?}"));
            let expected = format!("`{name}` is `********` in ");
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
    }
}

#[test]
fn a_malformed_file_is_refused_without_quoting_it() {
    for (name, text) in [
        (".env", "POSTGRESQL_DB_PASS=hunter2 hunter2"),
        (".env", "POSTGRESQL_DB_PASS=\"hunter2"),
        (".env", "hunter2"),
        ("toolwright.toml", "postgresql_db_pass = hunter2"),
        ("toolwright.toml", "postgresql_db_pass = \"hunter2"),
        (
            "toolwright.toml",
            "postgresql_db_pass = { a = \"hunter2\" }",
        ),
        (
            "toolwright.toml",
            "postgresql_db_pass = 1\npostgresql_db_pass = \"hunter2\"",
        ),
        (
            "toolwright.toml",
            "[upstreams.reporting]\npass = \"hunter2\"",
        ),
        ("toolwright.toml", "postgresql_db_pass = \"\\hunter2\""),
        ("toolwright.toml", "postgresql_db_pass = 2026-01-01hunter2"),
    ] {
        let error = load(&[(name, text)], &[], Known::SERVER).unwrap_err();
        shows_no_secret(&error);
        assert!(
            error.contains(" is not a valid settings file: line "),
            "{error}"
        );
    }
}

/// The reason for layers of our own: the errors of the crate `config` quote values.
#[test]
fn the_crate_itself_would_quote_a_secret() {
    let values = BTreeMap::from([("PASS".to_owned(), SECRET.to_owned())]);
    let layer = Layer::new(Place::of_process("a file"), values);
    let merged = ::config::Config::builder().add_source(layer).build();
    let quoted = merged.unwrap().get_int("PASS").unwrap_err().to_string();
    assert!(quoted.contains(SECRET), "{quoted}");
}

#[test]
fn a_login_within_an_address_is_hidden() {
    for (name, value, shown) in [
        (
            "TEXT_EMBEDDING_MODEL_URL",
            "http://me:hunter2@host/v1",
            "http://********@host/v1",
        ),
        (
            "TEXT_EMBEDDING_MODEL_URL",
            "ftp://hunter2@ho st",
            "ftp://********@ho st",
        ),
        (
            "CHROMADB_HOST",
            "http://me:hunt@er2@host",
            "http://********@host",
        ),
        (
            "POSTGRESQL_DB_HOST",
            "postgres://me:hunter2@host/db",
            "postgres://********@host/db",
        ),
        ("POSTGRESQL_DB_HOST", "me:hunter2@host", "********@host"),
    ] {
        let values = [
            ("POSTGRESQL_DB_HOST", "localhost"),
            ("POSTGRESQL_DB_NAME", "db"),
            ("POSTGRESQL_DB_USER", "me"),
            (name, value),
        ];
        let error = read(values).unwrap_err();
        let expected = format!("`{name}` is `{shown}` in the settings: ");
        assert!(error.starts_with(&expected), "{error}");
    }
}
