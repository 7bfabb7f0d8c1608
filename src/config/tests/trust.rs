//! The files that are read, and the limits of the working folder.

use super::{place::Owner, *};

const ENVIRONMENT_KEY: [(&str, &str); 2] = [
    ("TEXT_EMBEDDING_API_KEY", "hunter2"),
    ("TEXT_EMBEDDING_MODEL_NAME", "m"),
];

fn at_home(files: &[(&str, &str)], environment: &[(&str, &str)]) -> Result<Settings, String> {
    load_from(files, environment, Known::SERVER, true)
}

fn in_host(files: &[(&str, &str)], environment: &[(&str, &str)]) -> Result<Settings, String> {
    load_from(files, environment, Known::SERVER, false)
}

/// The number of retries, which each place sets to another value.
fn retries(settings: &Settings) -> String {
    settings.text("TOOLWRIGHT_RETRIES").unwrap()
}

#[test]
fn the_users_own_files_win_over_those_of_the_working_folder() {
    let all = [
        ("named.toml", "retries = 3"),
        ("user/.env", "TOOLWRIGHT_RETRIES=4"),
        ("user/toolwright.toml", "retries = 5"),
        (".env", "TOOLWRIGHT_RETRIES=6"),
        ("toolwright.toml", "retries = 7"),
    ];
    let named = [("TOOLWRIGHT_CONFIG", "named.toml")];
    assert_eq!(retries(&at_home(&all, &named).unwrap()), "3");
    for (skipped, expected) in [(1, "4"), (2, "5"), (3, "6"), (4, "7"), (5, "2")] {
        let settings = at_home(&all[skipped..], &[]).unwrap();
        assert_eq!(retries(&settings), expected);
    }
}

#[test]
fn a_host_reads_the_users_files_and_those_that_are_named() {
    let working = [
        (".env", "TOOLWRIGHT_RETRIES=6"),
        ("toolwright.toml", "retries = 7"),
        ("user/toolwright.toml", "plans = true"),
    ];
    let settings = in_host(&working, &[]).unwrap();
    assert_eq!(retries(&settings), "2");
    assert_eq!(settings.text("TOOLWRIGHT_PLANS").as_deref(), Some("true"));
    let unread: Vec<_> = settings
        .unread()
        .iter()
        .map(|file| file.file_name())
        .collect();
    assert_eq!(
        unread,
        [Some(".env".as_ref()), Some("toolwright.toml".as_ref())]
    );
    for (name, expected) in [(".env", "6"), ("toolwright.toml", "7")] {
        let settings = in_host(&working, &[("TOOLWRIGHT_CONFIG", name)]).unwrap();
        assert_eq!(retries(&settings), expected);
        assert_eq!(settings.unread().len(), 1);
    }
}

#[test]
fn an_unread_file_is_warned_of() {
    let settings = in_host(&[("toolwright.toml", "retries = 7")], &[]).unwrap();
    let warnings = SettingsSummary::of(&settings).warnings;
    assert_eq!(warnings.len(), 1);
    assert!(
        warnings[0].contains("toolwright.toml` was not read: "),
        "{warnings:?}"
    );
}

#[test]
fn only_the_environment_names_a_file() {
    let files = [
        ("other.toml", "retries = 7"),
        (".env", "TOOLWRIGHT_CONFIG=other.toml"),
    ];
    let settings = at_home(&files, &[]).unwrap();
    assert_eq!(retries(&settings), "2");
    let warnings = SettingsSummary::of(&settings).warnings;
    assert!(
        warnings[0].ends_with("has no effect: only the environment can name a file"),
        "{warnings:?}"
    );
}

/// Every secret, for each of the settings that decide who receives it.
#[test]
fn a_secret_is_not_sent_to_an_address_of_the_working_folder() {
    let of_variables = |(secret, _): &&(&str, _)| Known::SERVER.is_variable(secret);
    for (secret, destinations) in Known::SERVER.secrets.iter().filter(of_variables) {
        for destination in *destinations {
            let address = format!("{} = \"evil.example\"\n", destination.to_lowercase());
            let file = ("toolwright.toml", address.as_str());
            let environment = [(*secret, "hunter2")];
            let refused = at_home(&[file], &environment).unwrap_err();
            let expected = format!(
                "`{destination}` in `FOLDER/toolwright.toml` would receive `{secret}` from the environment: "
            );
            assert!(refused.starts_with(&expected), "{refused}");
            // The user's own files are as strong as the environment.
            let own = ("user/toolwright.toml", address.as_str());
            assert!(at_home(&[own], &environment).is_ok());
            let named = [
                (*secret, "hunter2"),
                ("TOOLWRIGHT_CONFIG", "toolwright.toml"),
            ];
            assert!(in_host(&[file], &named).is_ok());
        }
    }
}

#[test]
fn a_secret_may_be_weaker_than_its_address_or_stand_beside_it() {
    let url = ("TEXT_EMBEDDING_MODEL_URL", "http://localhost:1/");
    let key = (
        ".env",
        "TEXT_EMBEDDING_API_KEY=hunter2\nTEXT_EMBEDDING_MODEL_NAME=m\n",
    );
    assert!(at_home(&[key], &[url]).is_ok());
    let both = format!("{}{}={}\n", key.1, url.0, url.1);
    assert!(at_home(&[(".env", &both)], &[]).is_ok());
    let user = ("user/.env", "TEXT_EMBEDDING_API_KEY=hunter2\n");
    let folder = (
        "toolwright.toml",
        "text_embedding_model_url = \"http://evil.example/\"\n",
    );
    assert!(at_home(&[user, folder], &[]).is_err());
    // An address that does not win receives nothing.
    assert!(at_home(&[folder], &[ENVIRONMENT_KEY[0], ENVIRONMENT_KEY[1], url]).is_ok());
}

#[test]
fn a_secret_of_a_table_is_bound_to_the_address_of_its_entry() {
    let user = (
        "user/toolwright.toml",
        "[databases.a]\npass = \"hunter2\"\n",
    );
    let folder = |name: &str, field: &str| format!("[databases.{name}]\n{field} = \"x\"\n");
    let load = |text: &str| at_home(&[user, ("toolwright.toml", text)], &[]);
    for field in ["host", "port", "sslmode", "sslrootcert"] {
        let refused = load(&folder("a", field)).unwrap_err();
        let expected = format!("`databases.a.{field}` in ");
        assert!(refused.starts_with(&expected), "{refused}");
        assert!(load(&folder("b", field)).is_ok());
    }
}

#[test]
fn a_variable_of_the_environment_is_no_part_of_a_file() {
    let files = [(".env", "TOOLWRIGHT_SEARCH_URL=http://evil.example/$PATH\n")];
    let settings = at_home(&files, &[]).unwrap();
    let url = settings.text("TOOLWRIGHT_SEARCH_URL");
    assert_eq!(url.as_deref(), Some("http://evil.example/$PATH"));
}

#[test]
fn a_file_does_not_set_where_programs_are_searched() {
    let settings = at_home(&[(".env", "PATH=/evil\n")], &[]).unwrap();
    assert_eq!(settings.text("PATH"), None);
}

#[test]
fn hosts_get_the_settings_of_the_working_folder_and_the_named_file() {
    let files = [
        (
            ".env",
            "TOOL_WHITELIST=add\nTEXT_EMBEDDING_API_KEY=hunter2\nTOOLWRIGHT_FILES_DIR=docs\nTOOLWRIGHT_PORT=1\n",
        ),
        ("toolwright.toml", "retries = 7\nlog = \"info\"\n"),
        ("user/.env", "TOOLWRIGHT_RETRIES=4\nTOOLWRIGHT_PLANS=true\n"),
    ];
    let settings = at_home(&files, &[("TOOLWRIGHT_LOG_DAYS", "3")]).unwrap();
    let variables = settings.for_hosts();
    let here = std::env::current_dir().unwrap().join("docs");
    let shown: Vec<_> = variables
        .iter()
        .map(|one| (one.name.as_str(), one.value.expose(), one.is_secret))
        .collect();
    assert_eq!(
        shown,
        [
            ("TEXT_EMBEDDING_API_KEY", "hunter2", true),
            ("TOOLWRIGHT_FILES_DIR", here.to_str().unwrap(), false),
            ("TOOLWRIGHT_LOG", "info", false),
            ("TOOL_WHITELIST", "add", false),
        ]
    );
    let named = [("TOOLWRIGHT_CONFIG", "user/.env")];
    let variables = at_home(&[files[2]], &named).unwrap().for_hosts();
    let path = std::env::current_dir().unwrap().join("user/.env");
    assert_eq!(variables[0].value.expose(), path.to_str().unwrap());
    assert_eq!(variables.len(), 1);
}

#[test]
fn the_places_of_files_are_named_by_who_owns_them() {
    let files = [("user/.env", "A=1"), (".env", "A=1")];
    let settings = at_home(&files, &[]).unwrap();
    let owners = settings.layers().iter().map(|layer| layer.place().owner);
    let expected = [Owner::Process, Owner::User, Owner::WorkingFolder];
    assert_eq!(owners.collect::<Vec<_>>(), expected);
    let summary = SettingsSummary::of(&settings);
    assert_eq!(summary.places.len(), 3);
    assert_eq!(summary.unread_by_hosts, summary.places[2..]);
}
