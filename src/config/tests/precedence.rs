//! Which place wins if several have a value.

use super::*;

fn found(
    files: &[(&str, &str)],
    environment: &[(&str, &str)],
    name: &str,
) -> Result<Option<String>, String> {
    let settings = load(files, environment, Known::SERVER);
    settings.map(|settings| settings.text(name))
}

#[test]
fn the_environment_wins_over_env_file_and_that_over_toml() {
    let toml = (
        "toolwright.toml",
        "retries = 1\ntool_whitelist = [\"a\", \"b\"]\nplans = true\n",
    );
    let env = (".env", "TOOLWRIGHT_RETRIES=5\nOTHER=x\n");
    let variable = [("TOOLWRIGHT_RETRIES", "3")];
    let text = |value: &str| Ok(Some(value.to_owned()));
    assert_eq!(
        found(&[toml, env], &variable, "TOOLWRIGHT_RETRIES"),
        text("3")
    );
    assert_eq!(found(&[toml, env], &[], "TOOLWRIGHT_RETRIES"), text("5"));
    assert_eq!(found(&[toml], &[], "TOOLWRIGHT_RETRIES"), text("1"));
    assert_eq!(found(&[], &[], "TOOLWRIGHT_RETRIES"), text("2"));
    assert_eq!(found(&[], &[], "TOOL_WHITELIST"), Ok(None));
    assert_eq!(found(&[toml], &[], "TOOL_WHITELIST"), text("a,b"));
    assert_eq!(found(&[toml], &[], "TOOLWRIGHT_PLANS"), text("true"));
    // A list without items is set, and allows nothing.
    let none = ("toolwright.toml", "tool_whitelist = []\n");
    assert_eq!(found(&[none], &[], "TOOL_WHITELIST"), text(""));
    // An empty value counts as not set.
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
fn a_message_names_the_place_of_the_value_that_won() {
    let refusal = |files: &[(&str, &str)], environment: &[(&str, &str)]| {
        let settings = load(files, environment, Known::SERVER).unwrap();
        let error = Config::read(&settings).unwrap_err().to_string();
        let (before, place) = error.split_once(" in ").unwrap();
        let (place, expected) = place.split_once(": ").unwrap();
        let file = Path::new(place.trim_matches('`')).file_name().unwrap();
        format!("{before} in {}: {expected}", file.display())
    };
    let toml = ("toolwright.toml", "retries = \"a\"");
    let env = (".env", "TOOLWRIGHT_RETRIES=b\n");
    for (files, environment, expected) in [
        (&[toml][..], &[][..], "is `a` in toolwright.toml"),
        (&[toml, env], &[], "is `b` in .env"),
        (
            &[toml, env],
            &[("TOOLWRIGHT_RETRIES", "c")],
            "is `c` in the environment",
        ),
    ] {
        let expected = format!("`TOOLWRIGHT_RETRIES` {expected}: expected a whole number");
        assert_eq!(refusal(files, environment), expected);
    }
}

#[test]
fn only_values_of_files_become_the_defaults_of_flags() {
    let files = [
        ("toolwright.toml", "port = 1\nhost = \"a\"\nsse = true\n"),
        (".env", "TOOLWRIGHT_PORT=2\nTOOLWRIGHT_LOG=\n"),
    ];
    let environment = [("TOOLWRIGHT_HOST", "b"), ("TOOLWRIGHT_DRAIN", "1s")];
    let settings = load(&files, &environment, Known::SERVER).unwrap();
    let expected = [
        ("TOOLWRIGHT_HOST", "a"),
        ("TOOLWRIGHT_PORT", "2"),
        ("TOOLWRIGHT_SSE", "true"),
    ];
    let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(settings.of_files(), BTreeMap::from(expected));
}

#[test]
fn numbers_of_toml_are_read_in_every_notation() {
    let toml = (
        "toolwright.toml",
        "port = 0x1F90\nmax_body = 1_000\notel_traces_sampler_arg = 0.25\n",
    );
    let text = |value: &str| Ok(Some(value.to_owned()));
    assert_eq!(found(&[toml], &[], "TOOLWRIGHT_PORT"), text("8080"));
    assert_eq!(found(&[toml], &[], "TOOLWRIGHT_MAX_BODY"), text("1000"));
    assert_eq!(found(&[toml], &[], "OTEL_TRACES_SAMPLER_ARG"), text("0.25"));
}
