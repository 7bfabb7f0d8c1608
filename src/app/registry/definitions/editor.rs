//! Reads texts of the user: files, standard input, and what an editor made of a definition.

use std::{
    env, fs,
    io::{self, IsTerminal as _, Read as _, Write as _},
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Map, Value};
use toolwright::cli::{Failure, output};
use toolwright_base::{
    files::{read_text, replace},
    token,
};
use toolwright_registry::MAX_BYTES;

use crate::app::registry::arguments::WriteArguments;

/// Reads a file, or standard input for `-`.
pub(in crate::app::registry) fn read(file: &Path) -> Result<String, Failure> {
    let text = match file.to_str() {
        Some("-") => read_stdin(),
        _ => read_text(file, MAX_BYTES),
    };
    text.map_err(|error| Failure::Usage(format!("cannot read `{}`: {error}", file.display())))
}

fn read_stdin() -> io::Result<String> {
    let mut text = String::new();
    io::stdin().take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        return Err(io::Error::other(format!(
            "it is larger than {MAX_BYTES} bytes"
        )));
    }
    Ok(text)
}

/// Asks whether to overwrite what was shown.
pub(super) fn ask(write: WriteArguments) -> Result<(), Failure> {
    if write.yes {
        return Ok(());
    }
    if !io::stdin().is_terminal() {
        return Err(Failure::because(
            "nothing was changed: `--yes` overwrites what is shown above",
        ));
    }
    let _ = write!(io::stderr(), "Overwrite? [y/N] ");
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    match answer.trim() {
        "y" | "Y" | "yes" => Ok(()),
        _ => Err(Failure::because("nothing was changed")),
    }
}

/// Writes a definition to a file and opens it in an editor. Returns the file when the editor has
/// ended.
pub(super) fn in_editor(name: &str, shown: &Map<String, Value>) -> Result<PathBuf, Failure> {
    let path = env::temp_dir().join(format!("{name}-{}.json", token::random()));
    let text = serde_json::to_string_pretty(shown).map_err(io::Error::other)?;
    replace(&path, text.as_bytes())?;
    match run_editor(&path) {
        Ok(()) => Ok(path),
        Err(failure) => {
            fs::remove_file(&path)?;
            Err(failure)
        }
    }
}

fn run_editor(path: &Path) -> Result<(), Failure> {
    let editor = env::var("VISUAL").or_else(|_| env::var("EDITOR"));
    let editor = editor.unwrap_or_else(|_| "vi".into());
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let status = Command::new(program).args(words).arg(path).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::because(format!(
            "the editor `{program}` failed: {status}"
        ))),
        Err(error) => Err(Failure::because(format!(
            "the editor `{program}` cannot be started: {error}"
        ))),
    }
}

/// Removes the file that a definition was edited in, unless the change failed.
pub(super) fn finish_edit(path: &Path, changed: Result<(), Failure>) -> Result<(), Failure> {
    match &changed {
        Ok(()) => fs::remove_file(path)?,
        Err(_) => output::notice(&format!("your text is in `{}`", path.display())),
    }
    changed
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process::Command, sync::mpsc, thread, time::Duration};

    use toolwright_base::token;

    use super::*;

    fn refusal(path: &Path) -> String {
        match read(path) {
            Err(Failure::Usage(message)) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_pipe_and_a_huge_file_are_refused() {
        let path = env::temp_dir().join(format!("toolwright-inspect-{}", token::random()));
        assert!(
            Command::new("mkfifo")
                .arg(&path)
                .status()
                .unwrap()
                .success()
        );
        let (sender, answers) = mpsc::channel();
        let pipe = path.clone();
        thread::spawn(move || sender.send(refusal(&pipe)));
        let answer = answers.recv_timeout(Duration::from_secs(5));
        let expected = format!("cannot read `{}`: it is not a regular file", path.display());
        assert_eq!(answer.expect("nobody writes to the pipe"), expected);
        fs::remove_file(&path).unwrap();
        fs::File::create(&path).unwrap().set_len(65 << 20).unwrap();
        let error = refusal(&path);
        assert!(
            error.ends_with("it is larger than 67108864 bytes"),
            "{error}"
        );
        fs::remove_file(&path).unwrap();
    }
}
