//! Opening a log: folders that cannot be written.

use std::{fs, path::Path};

use super::{
    super::{ExecutionLog, LogOptions},
    harness::{TODAY, TestFolder},
};

fn refusal(folder: &Path) -> String {
    ExecutionLog::open(LogOptions::new(folder))
        .unwrap_err()
        .to_string()
}

#[test]
fn the_folder_is_created_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let test = TestFolder::new();
    let _log = ExecutionLog::open(test.options()).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&test.folder()), 0o700);
    assert_eq!(mode(&test.path(TODAY)), 0o600);
    assert_eq!(test.names(), [TODAY]);
}

#[test]
fn a_file_in_place_of_the_folder_is_reported() {
    let test = TestFolder::new();
    let folder = test.folder();
    fs::create_dir_all(folder.parent().unwrap()).unwrap();
    fs::write(&folder, "").unwrap();
    let expected = |at: &Path| {
        format!(
            "cannot write the execution log to `{}`: it is not a folder; move the file away, \
             or set another folder with `TOOLWRIGHT_LOG_DIR`",
            at.display()
        )
    };
    assert_eq!(refusal(&folder), expected(&folder));
    let below = folder.join("below");
    assert_eq!(refusal(&below), expected(&below));
}

#[test]
fn a_folder_that_accepts_no_files_is_reported() {
    // Not even root may create a file there.
    let folder = Path::new("/proc/self");
    let message = refusal(folder);
    let start = "cannot write the execution log to `/proc/self`: ";
    assert!(message.starts_with(start), "{message}");
}

#[test]
fn a_link_in_place_of_a_file_is_not_followed() {
    let test = TestFolder::new();
    ExecutionLog::open(test.options()).unwrap();
    let secret = test.folder().with_file_name("secret");
    fs::write(&secret, "keep").unwrap();
    fs::remove_file(test.path(TODAY)).unwrap();
    std::os::unix::fs::symlink(&secret, test.path(TODAY)).unwrap();
    let message = ExecutionLog::open(test.options()).unwrap_err().to_string();
    let expected = format!(
        "cannot write the execution log to `{}`: a file in it is a symbolic link; remove it, \
         or set another folder with `TOOLWRIGHT_LOG_DIR`",
        test.folder().display()
    );
    assert_eq!(message, expected);
    assert_eq!(fs::read_to_string(secret).unwrap(), "keep");
}

#[test]
fn a_pipe_in_place_of_a_file_is_not_written() {
    let test = TestFolder::new();
    fs::create_dir_all(test.folder()).unwrap();
    let pipe = test.path(TODAY);
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let message = ExecutionLog::open(test.options()).unwrap_err().to_string();
    let problem = format!("`{}` is not a file", pipe.display());
    assert!(message.contains(&problem), "{message}");
}
