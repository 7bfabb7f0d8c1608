//! What settings mean, and what they cannot be.

use std::{collections::BTreeMap, path::Path};

use super::*;
use crate::core::{ToolDef, token};
#[cfg(feature = "data")]
use crate::{core::Secret, data::postgres::Tls};

fn read<'a>(values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Config, String> {
    Config::read(&Settings::of(values)).map_err(|error| error.to_string())
}

fn allowed<'a>(values: impl IntoIterator<Item = (&'a str, &'a str)>) -> [bool; 2] {
    let policy = read(values).unwrap().policy;
    ["add", "get_user"].map(|name| policy.allows(&ToolDef::new(name, "")))
}

#[test]
fn the_whitelist_counts_while_it_is_enforced() {
    assert_eq!(allowed([]), [true, true]);
    assert_eq!(allowed([("TOOL_WHITELIST", "")]), [true, true]);
    assert_eq!(allowed([("TOOL_WHITELIST", "add, sub")]), [true, false]);
    assert_eq!(allowed([("TOOL_WHITELIST", " get_* ,")]), [false, true]);
    let off = [("TOOL_WHITELIST", "add"), ("TOOLS_POLICY", "false")];
    assert_eq!(allowed(off), [true, true]);
    let none = [("TOOL_WHITELIST", "add"), ("MCP_TOOLS", "false")];
    assert_eq!(allowed(none), [false, false]);
}

#[test]
fn a_value_that_cannot_be_one_is_refused_with_its_name_and_place() {
    for (name, value, expected) in [
        (
            "MCP_TOOLS",
            "maybe",
            "`MCP_TOOLS` is `maybe` in the settings: `true` or `false` is wanted",
        ),
        (
            "TOOLWRIGHT_LOG_DAYS",
            "0",
            "`TOOLWRIGHT_LOG_DAYS` is `0` in the settings: a whole number above 0 is wanted",
        ),
        (
            "TOOLWRIGHT_CACHE",
            "add",
            "`TOOLWRIGHT_CACHE` is `add` in the settings: `tool=duration` is wanted, as in `get_*=30s`",
        ),
    ] {
        assert_eq!(read([(name, value)]).err().as_deref(), Some(expected));
    }
}

#[test]
fn an_engine_that_is_half_configured_is_refused_with_what_is_missing() {
    for (values, expected) in [
        (
            &[(
                "TEXT_EMBEDDING_MODEL_URL",
                "http://localhost:1/v1/embeddings",
            )][..],
            "`TEXT_EMBEDDING_MODEL_NAME` is `` in the settings: `TEXT_EMBEDDING_MODEL_URL` is set, so the name of a model is wanted",
        ),
        (
            &[("POSTGRESQL_DB_PASS", "hunter2")][..],
            "`POSTGRESQL_DB_HOST` is `` in the settings: a value is wanted, since another of the database's variables is set",
        ),
        (
            &[("CHROMADB_HOST", "http://localhost:8000")][..],
            "`CHROMADB_HOST` is `http://localhost:8000` in the settings: a name or an address alone is wanted, as in `localhost`",
        ),
        (
            &[("CHROMADB_PORT", "99999")][..],
            "`CHROMADB_PORT` is `99999` in the settings: a port from 0 to 65535 is wanted",
        ),
        (
            &[("POSTGRESQL_DB_SSLROOTCERT", "ca.pem")][..],
            "`POSTGRESQL_DB_SSLMODE` is `` in the settings: `POSTGRESQL_DB_SSLROOTCERT` is set, so `verify-full` is wanted",
        ),
        (
            &[("TOOLWRIGHT_SQL_MAX_ROWS", "2147483647")][..],
            "`TOOLWRIGHT_SQL_MAX_ROWS` is `2147483647` in the settings: a whole number from 1 to 2147483646 is wanted",
        ),
    ] {
        assert_eq!(
            read(values.iter().copied()).err().as_deref(),
            Some(expected)
        );
    }
}

#[test]
fn a_password_within_an_address_is_not_shown() {
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

#[test]
fn the_host_of_a_database_is_a_host_and_nothing_else() {
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
fn the_engines_are_read_as_the_specification_names_them_and_their_secrets_are_not_shown() {
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

#[test]
fn folders_and_limits_are_read() {
    let config = read([
        ("TOOLWRIGHT_DATA_DIR", "/data"),
        ("TOOLWRIGHT_REQUESTS_PER_MINUTE", "60"),
        ("TOOLWRIGHT_CACHE", "web_search=1m, get_*=10s"),
        ("TOOLWRIGHT_DEFAULT_TIMEOUT", "5s"),
    ]);
    let config = config.unwrap();
    assert_eq!(config.log_folder, PathBuf::from("/data/executions"));
    assert_eq!(config.rate_limit.per_minute, NonZeroU32::new(60));
    assert_eq!(config.rate_limit.per_hour, None);
    assert_eq!(config.cache.len(), 2);
    assert_eq!(config.default_timeout, Duration::from_secs(5));
}

#[test]
fn the_example_file_has_every_variable_with_its_default() {
    let example = include_str!("../../../.env.example");
    let written: BTreeMap<_, _> = example
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('='))
        .collect();
    let settings = variables::VARIABLES.iter().copied();
    let flags = variables::FLAGS.iter().map(|name| (*name, written[name]));
    assert_eq!(written, settings.chain(flags).collect());
}

/// A folder with these files, in which settings are looked for.
fn in_folder(
    files: &[(&str, &str)],
    read: impl FnOnce(&Path) -> Result<Settings, ConfigError>,
) -> Result<Settings, String> {
    let folder = std::env::temp_dir().join(format!("toolwright-config-{}", token::random()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let settings = read(&folder);
    std::fs::remove_dir_all(&folder).unwrap();
    settings.map_err(|error| {
        error
            .to_string()
            .replace(&*folder.to_string_lossy(), "FOLDER")
    })
}

fn found(
    files: &[(&str, &str)],
    environment: &[(&str, &str)],
    name: &str,
) -> Result<Option<String>, String> {
    let environment = environment
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let settings = in_folder(files, |folder| {
        Settings::within(folder, environment.collect())
    });
    settings.map(|settings| settings.text(name))
}

#[test]
fn the_environment_wins_over_env_and_env_over_toml() {
    let toml = (
        "toolwright.toml",
        "retries = 1\ntool_whitelist = [\"a\", \"b\"]\nplans = true\n",
    );
    let env = (".env", "TOOLWRIGHT_RETRIES=2\nOTHER=x\n");
    let variable = [("TOOLWRIGHT_RETRIES", "3")];
    let text = |value: &str| Ok(Some(value.to_owned()));
    assert_eq!(
        found(&[toml, env], &variable, "TOOLWRIGHT_RETRIES"),
        text("3")
    );
    assert_eq!(found(&[toml, env], &[], "TOOLWRIGHT_RETRIES"), text("2"));
    assert_eq!(found(&[toml], &[], "TOOLWRIGHT_RETRIES"), text("1"));
    assert_eq!(found(&[], &[], "TOOLWRIGHT_RETRIES"), Ok(None));
    assert_eq!(found(&[toml], &[], "TOOL_WHITELIST"), text("a,b"));
    assert_eq!(found(&[toml], &[], "TOOLWRIGHT_PLANS"), text("true"));
    // What is set to nothing is not set.
    assert_eq!(
        found(
            &[toml],
            &[("TOOLWRIGHT_RETRIES", " ")],
            "TOOLWRIGHT_RETRIES"
        ),
        text("1")
    );
}

#[test]
fn a_file_that_is_not_one_is_refused() {
    let refusal = |name, text| found(&[(name, text)], &[], "MCP_TOOLS").unwrap_err();
    assert_eq!(
        refusal("toolwright.toml", "retires = 1"),
        "`FOLDER/toolwright.toml` is not a file of settings: `retires` is not a setting"
    );
    assert_eq!(
        refusal("toolwright.toml", "retries = { a = 1 }"),
        "`FOLDER/toolwright.toml` is not a file of settings: `retries` wants text, a number, a boolean, or a list of them"
    );
    let absent = found(&[], &[("TOOLWRIGHT_CONFIG", "nowhere.toml")], "MCP_TOOLS").unwrap_err();
    assert_eq!(
        absent,
        "`FOLDER/nowhere.toml` cannot be read: No such file or directory (os error 2)"
    );
}

#[test]
fn a_line_that_is_wrong_is_told_by_its_number_since_it_may_be_a_secret() {
    for (name, text, problem) in [
        (
            "toolwright.toml",
            "port = 1\npostgresql_db_pass = hunter2\n",
            "line 2: string values must be quoted, expected literal string",
        ),
        (
            ".env",
            "MCP_TOOLS=true\n# about it\nPOSTGRESQL_DB_PASS=hunter 2\n",
            "line 3 is not `NAME=value`; a value with spaces or quotes in it wants quotes around it",
        ),
        (
            ".env",
            "MCP_TOOLS=true\nPOSTGRESQL_DB_PASS=\"hunter2\nX=1\n",
            "line 2 is not `NAME=value`; a value with spaces or quotes in it wants quotes around it",
        ),
    ] {
        assert_eq!(
            found(&[(name, text)], &[], "MCP_TOOLS").unwrap_err(),
            format!("`FOLDER/{name}` is not a file of settings: {problem}")
        );
    }
}

#[test]
fn what_has_no_effect_is_remarked() {
    let sources =
        |values: &[(&'static str, &'static str)]| read(values.iter().copied()).unwrap().sources;
    // As in a copy of the example file.
    let quiet = [
        ("CHROMADB_PORT", "8000"),
        ("CHROMADB_TOKEN", ""),
        ("TOOLWRIGHT_RETRIES", "3"),
        ("OTHERS", "1"),
    ];
    assert_eq!(sources(&quiet).remarks, [""; 0]);
    assert_eq!(sources(&quiet).places, ["the settings"]);
    let strange = [
        ("CHROMADB_TOKEN", "hunter2"),
        ("POSTGRESQL_DB_PORT", "5433"),
        ("TOOLWRIGHT_RETIRES", "3"),
    ];
    assert_eq!(
        sources(&strange).remarks,
        [
            "`TOOLWRIGHT_RETIRES` in the settings is not a setting",
            "`CHROMADB_TOKEN` in the settings has no effect: `CHROMADB_HOST` is not set",
            "`POSTGRESQL_DB_PORT` in the settings has no effect: `POSTGRESQL_DB_HOST` is not set",
        ]
    );
}

#[test]
fn what_cargo_adds_to_the_environment_is_not_taken_for_a_setting() {
    let names = std::env::vars().map(|(name, _)| name);
    let added = names.filter(|name| !name.starts_with("TOOLWRIGHT_TEST_"));
    let strangers: Vec<_> = added
        .filter(|name| name.starts_with("TOOLWRIGHT_") && !variables::is_known(name))
        .collect();
    assert_eq!(strangers, [""; 0]);
}
