//! The arguments of `toolwright new`, and what it prints.

use std::path::{Path, PathBuf};

use toolwright::cli::{Failure, output};

use super::{
    folder, framework_folder, project_name,
    template::{self, File},
};

/// Write a new server in Rust, or a folder with a tool in Python
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  toolwright new weather
  toolwright new weather --python")]
pub(in crate::app) struct NewArguments {
    /// Folder to create. Its last part is the name: a-z, digits, `-` and `_`
    #[arg(value_name = "NAME")]
    folder: PathBuf,
    /// Write a tool in Python, which `toolwright` serves, in place of a crate
    #[arg(long)]
    python: bool,
    /// Folder of the crate `toolwright`: `framework` in its repository
    #[arg(long, value_name = "FOLDER", conflicts_with = "python")]
    framework: Option<PathBuf>,
}

/// Writes the files, and prints what to do with them.
pub(in crate::app) fn run(arguments: &NewArguments) -> Result<(), Failure> {
    let target = &arguments.folder;
    let name = project_name::of(target).map_err(Failure::Usage)?;
    // What cannot be written is told before what is missing.
    folder::check(target)?;
    if arguments.python {
        folder::write(target, &template::python(&name))?;
        return print(
            target,
            "a tool in Python",
            &template::next_of_python(target),
        );
    }
    let framework = framework_folder::find(arguments.framework.as_deref())?;
    let files: Vec<File> = template::of_crate(&name, &framework);
    folder::write(target, &files)?;
    print(target, "a server in Rust", &template::next_of_crate(target))
}

fn print(target: &Path, what: &str, next: &[String]) -> Result<(), Failure> {
    output::print(&format!("{}: {what}. Next:\n", target.display()))?;
    for line in next {
        output::print(&format!("  {line}"))?;
    }
    Ok(())
}
