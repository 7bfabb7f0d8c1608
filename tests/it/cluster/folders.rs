//! Folders with unusual paths, permissions and content.

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt as _,
    path::Path,
};

use tokio_postgres::Config;

use super::database::{Database, Folder, kill, refusal};
use crate::{
    harness::{Home, connect},
    tools::processes::{is_superuser, until_gone},
};

with_both! {
    a_socket_whose_path_is_too_long_gets_a_short_one
    a_killed_databases_socket_is_reused_unless_taken
    a_data_folder_of_the_superuser_lets_the_account_pass
}

async fn a_socket_whose_path_is_too_long_gets_a_short_one(kind: &str) {
    let folder = Folder::inside(&format!("{}/postgres", "long".repeat(30)));
    // Others can enter it; otherwise the database would be elsewhere.
    fs::create_dir(folder.path().parent().unwrap()).unwrap();
    let database = folder.start(kind);
    let socket = folder.place().join("socket");
    let short = fs::read_link(&socket).unwrap();
    assert!(short.starts_with("/tmp"), "{}", short.display());
    assert_eq!(mode(&short), 0o700);
    database
        .superuser()
        .await
        .query_one("SELECT 1", &[])
        .await
        .unwrap();
    database.stop();
    assert!(!short.exists() && fs::symlink_metadata(&socket).is_err());
}

async fn a_killed_databases_socket_is_reused_unless_taken(kind: &str) {
    let folder = Folder::inside(&format!("{}/postgres", "long".repeat(30)));
    fs::create_dir(folder.path().parent().unwrap()).unwrap();
    let killed = async |database: Database| {
        let all = database.processes();
        all.iter().for_each(|process| kill(*process));
        until_gone(&all).await;
    };
    let short = || fs::read_link(folder.place().join("socket")).unwrap();
    let first = folder.start(kind);
    let before = short();
    killed(first).await;
    let mut again = folder.start(kind);
    assert_eq!(short(), before);
    // The supervisor leaves it too if the database dies by itself.
    let supervisor = again.supervisor();
    kill(again.postmaster());
    until_gone(&[supervisor]).await;
    again.child.write("again");
    assert_eq!(again.child.line(), again.line);
    assert_eq!(short(), before);
    killed(again).await;
    // A folder that others can read is not reused.
    fs::set_permissions(&before, Permissions::from_mode(0o755)).unwrap();
    let third = folder.start(kind);
    assert_ne!(short(), before);
    third.stop();
}

#[tokio::test]
async fn a_path_may_have_special_characters() {
    let folder = Folder::inside("it's a folder, 데이터베이스; 100% & more");
    let database = folder.start("bundled");
    let mut config = Config::new();
    config
        // The target of the link: the path itself may be too long for a socket, depending on where
        // the tests run.
        .host_path(fs::canonicalize(folder.place().join("socket")).unwrap())
        .user("toolwright_reader")
        .dbname("bga_database");
    let client = connect(&config).await;
    client
        .query_one("SELECT count(*) FROM users", &[])
        .await
        .unwrap();
    database.stop();
}

#[test]
fn a_path_that_a_shell_would_misread_is_refused() {
    let folder = Folder::inside("$HOME");
    let expected = format!(
        "`{}` cannot be used for the database: PostgreSQL starts its programs by a shell, which would misread this path",
        folder.path().display(),
    );
    assert_eq!(folder.refusal("bundled"), expected);
    assert!(
        !folder
            .names()
            .iter()
            .any(|name| name.starts_with("making-"))
    );
}

fn private_folder(path: &Path) {
    fs::create_dir(path).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o700)).unwrap();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

async fn a_data_folder_of_the_superuser_lets_the_account_pass(kind: &str) {
    let folder = Folder::inside("data/postgres");
    let data = folder.path().parent().unwrap().to_owned();
    private_folder(&data);
    folder.start(kind).stop();
    assert_eq!(folder.place(), folder.path());
    assert_eq!(mode(&data), if is_superuser() { 0o711 } else { 0o700 });
    assert_eq!(mode(&folder.path()), mode(&data));
    assert_eq!(mode(&folder.path().join("cluster")), 0o700);
    assert_eq!(mode(&folder.path().join("postgres.log")), 0o600);
}

#[tokio::test]
async fn the_superuser_can_use_a_folder_that_others_cannot_enter() {
    let folder = Folder::inside("private/data/postgres");
    let data = folder.path().parent().unwrap().to_owned();
    let private = data.parent().unwrap().to_owned();
    private_folder(&private);
    private_folder(&data);
    for _ in 0..2 {
        let database = folder.start("bundled");
        database
            .superuser()
            .await
            .query_one("SELECT 1", &[])
            .await
            .unwrap();
        database.stop();
        // The database's account cannot enter, so the database is elsewhere. Only the superuser
        // needs another account.
        assert_eq!(folder.place() != folder.path(), is_superuser());
    }
    assert_eq!((mode(&private), mode(&data)), (0o700, 0o700));
}

#[test]
fn a_folder_that_cannot_be_created_is_named() {
    let home = Home::new();
    // Nobody can create a folder there, not even the superuser.
    for (folder, cause) in [
        (
            "/proc/toolwright/postgres",
            "No such file or directory (os error 2)",
        ),
        ("/dev/null/postgres", "Not a directory (os error 20)"),
    ] {
        let expected = format!("`{folder}` cannot be used for the database: {cause}");
        assert_eq!(refusal(&home, Path::new(folder), "machine"), expected);
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_database_of_another_version_is_left_alone() {
    let folder = Folder::new();
    folder.start("bundled").stop();
    let cluster = folder.place().join("cluster");
    fs::write(cluster.join("PG_VERSION"), "9\n").unwrap();
    let expected = format!(
        "the database in `{}` was created by PostgreSQL 9, but only 17.5 was found: install PostgreSQL 9, or move that folder away \
         to start with an empty database",
        cluster.display(),
    );
    assert_eq!(folder.refusal("bundled"), expected);
    let any = folder.refusal("any");
    assert!(any.contains("only 17.5 and "), "{any}");
    // Programs of the database's version are found, though installed ones come first for new
    // databases.
    fs::write(cluster.join("PG_VERSION"), "17\n").unwrap();
    let database = folder.start("any");
    let version = database.superuser().await;
    let version = version.query_one("SHOW server_version", &[]).await.unwrap();
    assert!(version.get::<_, &str>(0).starts_with("17."));
    database.stop();
}

#[tokio::test]
async fn an_incomplete_database_is_created_anew() {
    let folder = Folder::new();
    let half = folder.path().join("making-0123/bin");
    fs::create_dir_all(&half).unwrap();
    fs::write(half.join("postgres"), "half").unwrap();
    let memory = Path::new("/dev/shm").join(format!("toolwright-half-{}", std::process::id()));
    fs::create_dir_all(memory.join("base")).unwrap();
    std::os::unix::fs::symlink(&memory, folder.path().join("making-4567.memory")).unwrap();
    folder.start("bundled").stop();
    assert!(!half.exists() && !memory.exists());
}
