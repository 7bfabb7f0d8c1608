//! Tables of named entries in `toolwright.toml`.

use toolwright::cli::setting;

use super::*;

/// Settings with a table of databases.
const DATABASES: Known = Known {
    table_fields: &[
        ("databases.*.host", ""),
        ("databases.*.port", "5432"),
        ("databases.*.pass", ""),
        ("databases.*.tables", ""),
    ],
    secrets: &[
        ("POSTGRESQL_DB_PASS", &["POSTGRESQL_DB_HOST"]),
        ("databases.*.pass", &["databases.*.host"]),
    ],
};

const TWO: &str = "\
retries = 1
[databases.reporting]
host = \"db.example\"
port = 6432
pass = \"hunter2\"
tables = [\"a\", \"b\"]
[databases.stock]
host = \"stock.example\"
";

fn databases(text: &str) -> Result<Settings, String> {
    load(&[("toolwright.toml", text)], &[], DATABASES)
}

#[test]
fn each_entry_has_its_own_values_and_the_defaults() {
    let settings = databases(TWO).unwrap();
    assert_eq!(settings.entries("databases"), ["reporting", "stock"]);
    let host = |name: &str| settings.text(&format!("databases.{name}.host"));
    assert_eq!(host("reporting").as_deref(), Some("db.example"));
    assert_eq!(host("stock").as_deref(), Some("stock.example"));
    let port = |name: &str| settings.read(&format!("databases.{name}.port"), setting::port);
    assert_eq!(port("reporting").unwrap(), 6432);
    assert_eq!(port("stock").unwrap(), 5432);
    let tables = settings.text("databases.reporting.tables");
    assert_eq!(tables.as_deref(), Some("a,b"));
    assert_eq!(settings.text("TOOLWRIGHT_RETRIES").as_deref(), Some("1"));
}

#[test]
fn dotted_keys_and_inline_tables_are_the_same_table() {
    for text in [
        "databases.stock.host = \"a\"",
        "databases = { stock = { host = \"a\" } }",
        "[databases]\nstock.host = \"a\"",
    ] {
        let settings = databases(text).unwrap();
        assert_eq!(settings.entries("databases"), ["stock"], "{text}");
        let host = settings.text("databases.stock.host");
        assert_eq!(host.as_deref(), Some("a"), "{text}");
    }
}

#[test]
fn without_a_table_there_are_no_entries() {
    let settings = databases("retries = 1").unwrap();
    assert_eq!(settings.entries("databases"), [""; 0]);
    assert_eq!(settings.text("databases.reporting.port"), None);
}

#[test]
fn an_unknown_table_or_field_is_refused_with_its_line() {
    for (text, problem) in [
        (
            "retries = 1\n\n[upstreams.github]\nurl = \"a\"\n",
            "line 3: `upstreams` is not a setting",
        ),
        (
            "[databases.stock]\nhost = \"a\"\nhots = \"b\"\n",
            "line 3: `databases.stock.hots` is not a setting",
        ),
        (
            "[databases.stock.host]\nname = \"a\"\n",
            "line 1: `host`: expected text, a number, a boolean, or a list of these",
        ),
        (
            "[databases.\"a.b\"]\nhost = \"a\"\n",
            "line 1: `databases.a.b` is not a setting: names consist of letters, digits, `_` and `-`",
        ),
        ("\ndatabases = 1", "line 2: `databases`: expected a table"),
        (
            "[databases]\nstock = 1",
            "line 2: `databases.stock`: expected a table",
        ),
    ] {
        assert_eq!(
            databases(text).unwrap_err(),
            format!("`FOLDER/toolwright.toml` is not a valid settings file: {problem}")
        );
    }
}

const REPORTING: &str = "\
[databases.reporting]
host = \"db.example\"
port = 6432
name = \"reports\"
user = \"reader\"
pass = \"hunter2\"
";

#[test]
fn the_server_has_a_table_of_databases() {
    let config = |text: &str| {
        let settings = load(&[("toolwright.toml", text)], &[], Known::SERVER)?;
        let config = Config::read(&settings).map_err(|error| error.to_string())?;
        Ok::<_, String>(config.engines.database)
    };
    let database = config(REPORTING).unwrap();
    assert!(database.server.is_none());
    let reporting = &database.named["reporting"];
    assert_eq!(reporting.location(), "db.example:6432");
    assert_eq!(
        (reporting.database.as_str(), reporting.user.as_str()),
        ("reports", "reader")
    );
    for (gone, expected) in [
        ("host = \"db.example\"\n", "`databases.reporting.host`"),
        ("user = \"reader\"\n", "`databases.reporting.user`"),
    ] {
        let error = config(&REPORTING.replace(gone, "")).unwrap_err();
        assert!(
            error.contains(expected) && !error.contains("hunter2"),
            "{error}"
        );
    }
    let mode = config(&format!("{REPORTING}sslmode = \"maybe\"\n")).unwrap_err();
    assert!(mode.contains("expected `disable`, `prefer`"), "{mode}");
}

#[test]
fn a_table_of_the_working_folder_is_not_passed_to_hosts_as_variables() {
    let text = format!("retries = 1\n{REPORTING}");
    let settings = load(&[("toolwright.toml", &text)], &[], Known::SERVER).unwrap();
    let names: Vec<_> = settings
        .for_hosts()
        .into_iter()
        .map(|variable| variable.name)
        .collect();
    assert_eq!(names, ["TOOLWRIGHT_RETRIES"]);
}

#[test]
fn an_invalid_field_is_named_by_its_path_and_a_secret_is_hidden() {
    let settings = databases(TWO).unwrap();
    let refused = |name: &str| {
        let error = settings.refuse(name, "expected another").to_string();
        let (before, rest) = error.split_once(" in `").unwrap();
        assert!(
            rest.ends_with("toolwright.toml`: expected another"),
            "{error}"
        );
        before.to_owned()
    };
    assert_eq!(
        refused("databases.reporting.host"),
        "`databases.reporting.host` is `db.example`"
    );
    assert_eq!(
        refused("databases.reporting.pass"),
        "`databases.reporting.pass` is `********`"
    );
    assert_eq!(
        settings.secrets(),
        [toolwright_base::Secret::new("hunter2")]
    );
    assert!(!format!("{settings:?}").contains("hunter2"), "{settings:?}");
}

/// A variable cannot reach into a table by its name.
#[test]
fn a_variable_with_dots_in_its_name_sets_no_field() {
    let environment = [("databases.stock.host", "a")];
    let files = [(".env", "databases.stock.port=1\n")];
    let settings = load(&files, &environment, DATABASES).unwrap();
    assert_eq!(settings.entries("databases"), [""; 0]);
}
