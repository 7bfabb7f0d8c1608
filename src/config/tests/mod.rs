//! Tests of the settings: what they mean, where they come from, and what is refused.

mod engines;
mod files;
mod oauth;
mod precedence;
mod secrets;
mod tables;
mod trust;
mod values;

use std::{collections::BTreeMap, path::Path};

use toolwright_base::token;

use super::{known::Known, sources::Sources, *};

/// Parses the settings of these variables.
fn read<'a>(values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Config, String> {
    Config::read(&Settings::of_values(values)).map_err(|error| error.to_string())
}

/// Reads the settings of an environment and of a working folder with these files, for a person in a
/// terminal. `FOLDER` stands for the folder in errors.
fn load(
    files: &[(&str, &str)],
    environment: &[(&str, &str)],
    known: Known,
) -> Result<Settings, String> {
    load_from(files, environment, known, true)
}

/// The same, for a person in a terminal or for a host. The folder `user` in it is the user's.
fn load_from(
    files: &[(&str, &str)],
    environment: &[(&str, &str)],
    known: Known,
    reads_working_folder: bool,
) -> Result<Settings, String> {
    let folder = std::env::temp_dir().join(format!("toolwright-config-{}", token::random()));
    std::fs::create_dir_all(folder.join("user")).unwrap();
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let environment: BTreeMap<_, _> = environment.iter().map(owned).collect();
    let sources = Sources {
        user_folder: Some(folder.join("user")),
        working_folder: folder.clone(),
        reads_working_folder,
    };
    let settings = Settings::load(&sources, environment, known);
    std::fs::remove_dir_all(&folder).unwrap();
    settings.map_err(|error| in_folder(&error.to_string(), &folder))
}

fn in_folder(message: &str, folder: &Path) -> String {
    message.replace(&*folder.to_string_lossy(), "FOLDER")
}
