//! The settings of the engines behind the data tools.

use toolwright_base::Secret;
use toolwright_engines::postgres::Tls;

use super::*;

#[test]
fn a_half_configured_engine_is_refused_with_what_is_missing() {
    for (values, expected) in [
        (
            &[(
                "TEXT_EMBEDDING_MODEL_URL",
                "http://localhost:1/v1/embeddings",
            )][..],
            "`TEXT_EMBEDDING_MODEL_NAME` is not set: `TEXT_EMBEDDING_MODEL_URL` is set, which needs the name of a model",
        ),
        (
            &[("POSTGRESQL_DB_PASS", "hunter2")][..],
            "`POSTGRESQL_DB_HOST` is not set: it is needed because another setting of the database is set",
        ),
        (
            &[("CHROMADB_HOST", "http://localhost:8000")][..],
            "`CHROMADB_HOST` is `http://localhost:8000` in the settings: expected a host name or an IP address alone, as in `localhost`",
        ),
        (
            &[("CHROMADB_PORT", "99999")][..],
            "`CHROMADB_PORT` is `99999` in the settings: expected a port from 0 to 65535",
        ),
        (
            &[("POSTGRESQL_DB_SSLROOTCERT", "ca.pem")][..],
            "`POSTGRESQL_DB_SSLMODE` is `prefer` in the defaults: expected `verify-full`, because `POSTGRESQL_DB_SSLROOTCERT` is set",
        ),
        (
            &[("TOOLWRIGHT_SQL_MAX_ROWS", "2147483647")][..],
            "`TOOLWRIGHT_SQL_MAX_ROWS` is `2147483647` in the settings: expected a whole number from 1 to 2147483646",
        ),
    ] {
        assert_eq!(
            read(values.iter().copied()).err().as_deref(),
            Some(expected)
        );
    }
}

#[test]
fn the_host_of_a_database_is_only_a_host() {
    let accepted = |host| {
        let values = [
            ("POSTGRESQL_DB_HOST", host),
            ("POSTGRESQL_DB_NAME", "db"),
            ("POSTGRESQL_DB_USER", "me"),
        ];
        read(values).is_ok()
    };
    for host in [
        "db.example",
        "10.0.0.1",
        "::1",
        "fe80::1%eth0",
        "/var/run/postgresql",
    ] {
        assert!(accepted(host), "{host}");
    }
    for host in ["db:5432", "me@db", "db/name", "one,two", "one two", "[::1]"] {
        assert!(!accepted(host), "{host}");
    }
}

#[test]
fn engines_are_configured_by_the_variables_of_the_specification() {
    let config = read([
        (
            "TEXT_EMBEDDING_MODEL_URL",
            "http://localhost:8080/v1/embeddings",
        ),
        ("TEXT_EMBEDDING_MODEL_NAME", "bge-m3-ko"),
        ("TEXT_EMBEDDING_API_KEY", "hunter1"),
        ("CHROMADB_HOST", "localhost"),
        ("CHROMADB_TOKEN", "hunter2"),
        ("POSTGRESQL_DB_USER", "postgres"),
        ("POSTGRESQL_DB_PASS", "hunter3"),
        ("POSTGRESQL_DB_NAME", "bga_database"),
        ("POSTGRESQL_DB_HOST", "localhost"),
    ])
    .unwrap();
    let engines = config.engines;
    let shown = format!("{engines:?}");
    assert!(!shown.contains("hunter"), "{shown}");
    let chroma = engines.vectors.server.unwrap();
    assert_eq!(chroma.origin(), "http://localhost:8000");
    assert_eq!(engines.vectors.collection, "column_metadata");
    let database = engines.database.server.unwrap();
    assert_eq!((database.port, database.tls), (5432, Tls::Prefer));
    assert_eq!(database.password, Some(Secret::new("hunter3")));
    let embedding = engines.embedding.server.unwrap();
    assert_eq!(
        (embedding.model.as_str(), embedding.batch),
        ("bge-m3-ko", 64)
    );
}
