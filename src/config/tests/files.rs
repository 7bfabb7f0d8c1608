//! The files that settings come from, and the example of one.

use super::{
    known::{FLAGS, VARIABLES},
    *,
};

fn refused(files: &[(&str, &str)], environment: &[(&str, &str)]) -> String {
    load(files, environment, Known::SERVER).unwrap_err()
}

#[test]
fn the_example_file_has_every_variable_with_its_default() {
    let example = include_str!("../../../.env.example");
    let written: BTreeMap<_, _> = example
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('='))
        .collect();
    let settings = VARIABLES.iter().copied();
    let flags = FLAGS.iter().map(|name| (*name, written[name]));
    assert_eq!(written, settings.chain(flags).collect());
}

#[test]
fn variables_that_cargo_sets_are_not_taken_for_settings() {
    let names = std::env::vars().map(|(name, _)| name);
    let added = names.filter(|name| !name.starts_with("TOOLWRIGHT_TEST_"));
    let strangers: Vec<_> = added
        .filter(|name| name.starts_with("TOOLWRIGHT_") && !Known::SERVER.is_variable(name))
        .collect();
    assert_eq!(strangers, [""; 0]);
}

#[test]
fn an_invalid_settings_file_is_refused() {
    let refusal = |name, text| refused(&[(name, text)], &[]);
    assert_eq!(
        refusal("toolwright.toml", "retires = 1"),
        "`FOLDER/toolwright.toml` is not a valid settings file: line 1: `retires` is not a setting"
    );
    assert_eq!(
        refusal("toolwright.toml", "retries = { a = 1 }"),
        "`FOLDER/toolwright.toml` is not a valid settings file: line 1: `retries`: expected text, a number, a boolean, or a list of these"
    );
    let absent = refused(&[], &[("TOOLWRIGHT_CONFIG", "nowhere.toml")]);
    assert_eq!(
        absent,
        "cannot read `FOLDER/nowhere.toml`: No such file or directory (os error 2)"
    );
}

#[test]
fn a_malformed_line_is_named_by_its_number_alone() {
    for (name, text, problem) in [
        (
            "toolwright.toml",
            "port = 1\npostgresql_db_pass = hunter2\n",
            "line 2: string values must be quoted, expected literal string",
        ),
        (
            ".env",
            "MCP_TOOLS=true\n# about it\nPOSTGRESQL_DB_PASS=hunter 2\n",
            "line 3 is not `NAME=value`; put quotes around a value that contains spaces or quotes",
        ),
        (
            ".env",
            "MCP_TOOLS=true\nPOSTGRESQL_DB_PASS=\"hunter2\nX=1\n",
            "line 2 is not `NAME=value`; put quotes around a value that contains spaces or quotes",
        ),
    ] {
        assert_eq!(
            refused(&[(name, text)], &[]),
            format!("`FOLDER/{name}` is not a valid settings file: {problem}")
        );
    }
}

#[test]
fn a_relative_path_is_absolute_for_a_host_which_starts_elsewhere() {
    let names = ["TOOLWRIGHT_REGISTRY_DIR", "TOOLWRIGHT_SECRET_KEY_FILE"];
    let file = names.map(|name| format!("{name}=here/x\n")).concat();
    let settings = load(&[(".env", &file)], &[], Known::SERVER).unwrap();
    let variables = settings.for_hosts();
    assert_eq!(variables.len(), names.len());
    for variable in variables {
        let path = variable.value.expose();
        assert!(Path::new(path).is_absolute(), "{}: {path}", variable.name);
    }
}
