//! Tests of the settings: what they mean, where they come from, and what is refused.

mod engines;
mod files;
mod precedence;
mod secrets;
mod tables;
mod values;

use std::{collections::BTreeMap, path::Path};

use super::{known::Known, *};
use crate::core::token;

/// Parses the settings of these variables.
fn read<'a>(values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Config, String> {
    Config::read(&Settings::of_values(values)).map_err(|error| error.to_string())
}

/// Reads the settings of an environment and of a folder with these files. `FOLDER` stands for the
/// folder in errors.
fn load(
    files: &[(&str, &str)],
    environment: &[(&str, &str)],
    known: Known,
) -> Result<Settings, String> {
    let folder = std::env::temp_dir().join(format!("toolwright-config-{}", token::random()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let environment: BTreeMap<_, _> = environment.iter().map(owned).collect();
    let settings = Settings::load(&folder, environment, known);
    std::fs::remove_dir_all(&folder).unwrap();
    settings.map_err(|error| in_folder(&error.to_string(), &folder))
}

fn in_folder(message: &str, folder: &Path) -> String {
    message.replace(&*folder.to_string_lossy(), "FOLDER")
}
