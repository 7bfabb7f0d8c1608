//! The meaning of the values of settings.

use std::num::NonZeroU32;

use toolwright::ToolDef;

use super::*;

/// Returns whether `add` and `get_user` may run.
fn allowed<'a>(values: impl IntoIterator<Item = (&'a str, &'a str)>) -> [bool; 2] {
    let policy = read(values).unwrap().policy;
    ["add", "get_user"].map(|name| policy.allows(&ToolDef::new(name, "")))
}

#[test]
fn the_whitelist_applies_while_it_is_enforced() {
    assert_eq!(allowed([]), [true, true]);
    assert_eq!(allowed([("TOOL_WHITELIST", "")]), [true, true]);
    for blank in [" ", "\t", ",", " , "] {
        assert_eq!(allowed([("TOOL_WHITELIST", blank)]), [false, false]);
    }
    assert_eq!(allowed([("TOOL_WHITELIST", "add, sub")]), [true, false]);
    assert_eq!(allowed([("TOOL_WHITELIST", " get_* ,")]), [false, true]);
    let off = [("TOOL_WHITELIST", "add"), ("TOOLS_POLICY", "false")];
    assert_eq!(allowed(off), [true, true]);
    let none = [("TOOL_WHITELIST", "add"), ("MCP_TOOLS", "false")];
    assert_eq!(allowed(none), [false, false]);
}

#[test]
fn portable_sessions_need_a_key_that_all_servers_have() {
    let portable = ("TOOLWRIGHT_SESSIONS", "portable");
    let key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    let config = read([portable, ("TOOLWRIGHT_SECRET_KEY", key)]).unwrap();
    assert!(config.portable_sessions);
    assert!(config.registry.secrets.state_key().is_some());
    assert!(!read([]).unwrap().portable_sessions);
    let refused = read([portable]).unwrap_err();
    assert!(
        refused.starts_with("`TOOLWRIGHT_SECRET_KEY` is not set"),
        "{refused}"
    );
}

#[test]
fn an_invalid_value_is_refused_with_its_name_and_place() {
    for (name, value, expected) in [
        (
            "MCP_TOOLS",
            "maybe",
            "`MCP_TOOLS` is `maybe` in the settings: expected `true` or `false`",
        ),
        (
            "TOOLWRIGHT_LOG_DAYS",
            "0",
            "`TOOLWRIGHT_LOG_DAYS` is `0` in the settings: expected a whole number above 0",
        ),
        (
            "TOOLWRIGHT_CACHE",
            "add",
            "`TOOLWRIGHT_CACHE` is `add` in the settings: expected `tool=duration`, as in `get_*=30s`",
        ),
        (
            "TOOL_WHITELIST",
            "\u{a0}",
            "`TOOL_WHITELIST` is `\u{a0}` in the settings: expected names that are separated by commas; no name contains U+00A0",
        ),
        (
            "TOOL_WHITELIST",
            "add sub",
            "`TOOL_WHITELIST` is `add sub` in the settings: expected names that are separated by commas; no name contains U+0020",
        ),
    ] {
        assert_eq!(read([(name, value)]).err().as_deref(), Some(expected));
    }
}

#[test]
fn a_name_of_the_server_is_one_word_and_no_secret_is_inherited() {
    for (name, value, expected) in [
        (
            "TOOLWRIGHT_SERVER_NAME",
            "my server",
            "expected 1 to 64 letters of A to Z, digits, `_`, `-` or `.`",
        ),
        (
            "TOOLWRIGHT_INHERITED_VARIABLES",
            "PATH,POSTGRESQL_DB_PASS",
            "expected names of variables, and `POSTGRESQL_DB_PASS` is a secret of the server",
        ),
    ] {
        let expected = format!("`{name}` is `{value}` in the settings: {expected}");
        assert_eq!(read([(name, value)]).err(), Some(expected));
    }
}

#[test]
fn folders_and_limits_are_parsed() {
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
fn settings_without_effect_are_warned_of() {
    let summary =
        |values: &[(&'static str, &'static str)]| read(values.iter().copied()).unwrap().summary;
    // As in an unchanged copy of the example file.
    let quiet = [
        ("CHROMADB_PORT", "8000"),
        ("CHROMADB_TOKEN", ""),
        ("TOOLWRIGHT_RETRIES", "3"),
        ("OTHERS", "1"),
    ];
    assert_eq!(summary(&quiet).warnings, [""; 0]);
    assert_eq!(summary(&quiet).places, ["the settings"]);
    let strange = [
        ("CHROMADB_TOKEN", "hunter2"),
        ("POSTGRESQL_DB_PORT", "5433"),
        ("TOOLWRIGHT_RETIRES", "3"),
    ];
    assert_eq!(
        summary(&strange).warnings,
        [
            "`TOOLWRIGHT_RETIRES` in the settings is not a setting: did you mean `TOOLWRIGHT_RETRIES`?",
            "`CHROMADB_TOKEN` in the settings has no effect: `CHROMADB_HOST` is not set",
            "`POSTGRESQL_DB_PORT` in the settings has no effect: `POSTGRESQL_DB_HOST` is not set",
        ]
    );
}

#[test]
fn a_blank_whitelist_is_warned_of() {
    let config = read([("TOOL_WHITELIST", " ")]).unwrap();
    let expected = "`TOOL_WHITELIST` in the settings is blank: no tool may run";
    assert_eq!(config.summary.warnings, [expected]);
}
