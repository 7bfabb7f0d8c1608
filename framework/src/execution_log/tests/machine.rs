//! Limits of a real machine: permissions, file size, a disk that is full or read-only.
//!
//! Each test runs this binary once more, in a process with that limit.

use std::{
    fs,
    os::unix::{fs::PermissionsExt as _, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Command, Output},
    time::Duration,
};

use super::{
    super::{ExecutionLog, LogOptions},
    harness::{TestFolder, names, numbers, record},
};

const FOLDER: &str = "TOOLWRIGHT_TEST_LOG_FOLDER";
const PATIENCE: Duration = Duration::from_millis(300);

/// Returns a command that runs an ignored test of this binary.
fn again(test: &str, folder: &Path) -> Command {
    // A user who may not enter the folder of the binary may still run it under this name.
    let mut command = Command::new("/proc/self/exe");
    command
        .args(["--ignored", "--exact", "--nocapture"])
        .arg(format!(
            "{}::{test}",
            module_path!().split_once("::").unwrap().1
        ))
        .env(FOLDER, folder);
    command
}

/// A shell script around [`again`]; `$@` is the command.
fn in_shell(script: &str, test: &str, folder: &Path) -> Command {
    let inner = again(test, folder);
    let mut command = Command::new("sh");
    command
        .args(["-ec", script, "sh"])
        .arg(std::env::current_exe().unwrap())
        .args(inner.get_args())
        .env(FOLDER, folder);
    command
}

fn assert_success(output: &Output) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{stdout}\n{stderr}");
    assert!(stdout.contains("1 passed"), "{stdout}\n{stderr}");
}

fn folder() -> PathBuf {
    std::env::var_os(FOLDER).unwrap().into()
}

fn refusal() -> String {
    let opened = ExecutionLog::open(LogOptions::new(folder()));
    opened.unwrap_err().to_string()
}

fn expected(problem: &str) -> String {
    format!(
        "cannot write the execution log to `{}`: {problem}, or set another folder with `TOOLWRIGHT_LOG_DIR`",
        folder().display()
    )
}

#[test]
#[ignore = "started by another test"]
fn child_as_a_user_without_the_right() {
    let problem = "this user may not write there; grant the permission";
    assert_eq!(refusal(), expected(problem));
}

#[test]
fn a_missing_permission_is_reported() {
    let files = TestFolder::new();
    fs::create_dir_all(files.folder()).unwrap();
    let set = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let parent = files.folder().parent().unwrap().to_owned();
    set(&files.folder(), 0o555);
    for folder in [files.folder(), files.folder().join("below")] {
        let mut command = again("child_as_a_user_without_the_right", &folder);
        if rustix::process::geteuid().is_root() {
            // Root has all permissions, so it runs as `nobody`.
            command.uid(65534).gid(65534);
        }
        assert_success(&command.output().unwrap());
    }
    set(&files.folder(), 0o755);
    assert_eq!(names(&parent), ["executions"]);
    assert!(files.names().is_empty());
}

/// Fills the disk up to its limit, makes room with `free`, and checks that nothing is lost.
async fn fill_and_go_on(free: impl FnOnce()) {
    let options = LogOptions::new(folder()).write_timeout(PATIENCE);
    let log = ExecutionLog::open(options).unwrap();
    let mut written = Vec::new();
    let mut failure = None;
    // Bounded, in case the limit does not work.
    for number in 0..200 {
        match log.append(record(number, 3000)).await {
            Ok(()) => written.push(number),
            Err(error) => {
                failure = Some(error);
                break;
            }
        }
    }
    let error = failure.unwrap();
    let start = "cannot write the execution log: ";
    assert!(error.to_string().starts_with(start), "{error}");
    assert!(written.len() > 5, "{written:?}");
    let all = || -> Vec<u64> {
        let files = names(&folder()).into_iter();
        files
            .filter(|name| name.ends_with(".jsonl"))
            .flat_map(|name| numbers(&fs::read_to_string(folder().join(name)).unwrap()))
            .collect()
    };
    assert_eq!(all(), written);
    free();
    log.append(record(1000, 3000)).await.unwrap();
    written.push(1000);
    assert_eq!(all(), written);
}

#[tokio::test]
#[ignore = "started by another test"]
async fn child_with_a_limit_for_the_length_of_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};

    fill_and_go_on(|| {
        let mut limit = getrlimit(Resource::Fsize);
        limit.current = limit.maximum;
        setrlimit(Resource::Fsize, limit).unwrap();
    })
    .await;
}

#[test]
fn a_file_at_its_size_limit_keeps_complete_records_and_recovers() {
    let files = TestFolder::new();
    // In blocks of 512 bytes; the signal would end the process.
    let script = "trap '' XFSZ; ulimit -S -f 100; exec \"$@\"";
    let test = "child_with_a_limit_for_the_length_of_files";
    let output = in_shell(script, test, &files.folder()).output().unwrap();
    assert_success(&output);
}

#[tokio::test]
#[ignore = "started by another test"]
async fn child_on_a_small_disk() {
    let ballast = folder().parent().unwrap().join("ballast");
    fs::write(&ballast, vec![b'x'; 40 << 10]).unwrap();
    fill_and_go_on(|| fs::remove_file(ballast).unwrap()).await;
}

#[test]
#[ignore = "started by another test"]
fn child_on_a_full_disk() {
    let problem = "the disk is full; free some space";
    assert_eq!(refusal(), expected(problem));
}

#[test]
#[ignore = "started by another test"]
fn child_on_a_read_only_disk() {
    let problem = "it is read-only; mount it for writing";
    assert_eq!(refusal(), expected(problem));
}

/// Runs a test on its own disk, prepared by a script.
fn on_a_disk(test: &str, prepare: &str) {
    let files = TestFolder::new();
    let disk = files.folder();
    fs::create_dir_all(&disk).unwrap();
    let script = format!(
        "mount -t tmpfs -o size=128k none {disk}; mkdir {disk}/log; {prepare} exec \"$@\"",
        disk = disk.display()
    );
    let inner = in_shell(&script, test, &disk.join("log"));
    // A namespace of mounts that is gone with the process; for others than root, one of users too.
    let mut command = Command::new("unshare");
    if !rustix::process::geteuid().is_root() {
        command.arg("--map-root-user");
    }
    command
        .arg("--mount")
        .arg(inner.get_program())
        .args(inner.get_args())
        .env(FOLDER, disk.join("log"));
    let output = command.output().unwrap();
    assert_success(&output);
}

#[test]
#[ignore = "needs the right to mount: run by tests/run"]
fn a_disk_that_gets_full_keeps_complete_records_and_recovers() {
    on_a_disk("child_on_a_small_disk", "");
}

#[test]
#[ignore = "needs the right to mount: run by tests/run"]
fn a_disk_that_is_full_at_the_start_is_reported() {
    let prepare = "dd if=/dev/zero of=$FULL bs=1k 2>/dev/null || true;";
    let prepare = prepare.replace("$FULL", "\"${TOOLWRIGHT_TEST_LOG_FOLDER%/log}/ballast\"");
    on_a_disk("child_on_a_full_disk", &prepare);
}

#[test]
#[ignore = "needs the right to mount: run by tests/run"]
fn a_disk_that_is_read_only_is_reported() {
    let prepare = "mount -o remount,ro \"${TOOLWRIGHT_TEST_LOG_FOLDER%/log}\";";
    on_a_disk("child_on_a_read_only_disk", prepare);
}
