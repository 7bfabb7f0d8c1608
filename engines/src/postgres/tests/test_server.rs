//! [`TestServer`]: a server for one test that stops it or changes its configuration.

use std::{
    fs, io,
    net::TcpListener,
    os::unix::{
        fs::{MetadataExt as _, chown},
        process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};
use tokio_postgres::{Client, Config};
use toolwright_base::{Secret, token};

use super::test_schema::{administrator, superuser};
use crate::postgres::{Address, Host, Tls};

/// The user that runs the server if the programs belong to root: PostgreSQL refuses to run as root.
const NOBODY: u32 = 65534;

/// A server for one test. Its superuser `postgres` connects over the socket, all others over TCP.
pub(in crate::postgres) struct TestServer {
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
    process: Option<Child>,
}

/// Returns a port that is not in use.
pub(in crate::postgres) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

impl TestServer {
    /// Starts a server of the same version as the shared one.
    ///
    /// `hba` are lines of `pg_hba.conf`, and `settings` are lines of `postgresql.conf`.
    pub(in crate::postgres) async fn start(hba: &str, settings: &str) -> Self {
        let admin = administrator(&superuser()).await;
        let row = admin
            .query_one("SELECT setting FROM pg_config WHERE name = 'BINDIR'", &[])
            .await
            .unwrap();
        let folder = std::env::temp_dir().join(format!("tw-pg-{}", &token::random()[..12]));
        fs::create_dir(&folder).unwrap();
        let port = free_port();
        let mut server = Self {
            folder,
            programs: row.get::<_, String>(0).into(),
            port,
            process: None,
        };
        server.init(hba, settings);
        server.launch().await;
        server
    }

    fn init(&self, hba: &str, settings: &str) {
        self.give_away(&self.folder);
        let status = self
            .program("initdb")
            .args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"])
            .args(["--no-sync", "-D"])
            .arg(self.data())
            .stdout(Stdio::null())
            .status();
        assert!(status.unwrap().success());
        let folder = self.folder.display();
        let port = self.port;
        self.write(
            "postgresql.auto.conf",
            &format!(
                "listen_addresses = '127.0.0.1'\nport = {port}\nfsync = off\n\
                 unix_socket_directories = '{folder}'\nmax_connections = 40\n{settings}\n"
            ),
        );
        self.write(
            "pg_hba.conf",
            &format!("local all postgres trust\nlocal all all trust\n{hba}\n"),
        );
    }

    /// Writes a file into the server's folder.
    pub(in crate::postgres) fn write(&self, name: &str, text: &str) {
        let path = self.data().join(name);
        fs::write(&path, text).unwrap();
        self.give_away(&path);
        // PostgreSQL refuses a key that others can read.
        let status = Command::new("chmod").arg("600").arg(&path).status();
        assert!(status.unwrap().success());
    }

    /// Adds lines to a file in the server's folder.
    pub(in crate::postgres) fn append(&self, name: &str, lines: &str) {
        let before = fs::read_to_string(self.data().join(name)).unwrap();
        self.write(name, &format!("{before}{lines}"));
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Returns the user that runs the server, if that is not the current one.
    ///
    /// Only the owner may be able to run the programs.
    fn account(&self) -> Option<u32> {
        let owner = fs::metadata(self.programs.join("postgres")).unwrap().uid();
        let account = if owner == 0 { NOBODY } else { owner };
        rustix::process::getuid().is_root().then_some(account)
    }

    fn give_away(&self, path: &Path) {
        if let Some(account) = self.account() {
            chown(path, Some(account), Some(account)).unwrap();
        }
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir(&self.folder).stdin(Stdio::null());
        if let Some(account) = self.account() {
            command.uid(account).gid(account);
        }
        command
    }

    pub(in crate::postgres) async fn launch(&mut self) {
        let log = fs::File::create(self.folder.join("log")).unwrap();
        let process = self
            .program("postgres")
            .arg("-D")
            .arg(self.data())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn();
        self.process = Some(process.unwrap());
        let since = Instant::now();
        while self.config().connect(tokio_postgres::NoTls).await.is_err() {
            let log = || fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            assert!(since.elapsed() < Duration::from_secs(30), "{}", log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn config(&self) -> Config {
        let mut config = Config::new();
        config
            .host_path(&self.folder)
            .port(self.port)
            .user("postgres")
            .dbname("postgres");
        config
    }

    pub(in crate::postgres) async fn admin(&self) -> Client {
        administrator(&self.config()).await
    }

    /// Returns the address over TCP.
    pub(in crate::postgres) fn address(
        &self,
        user: &str,
        password: Option<&str>,
        tls: Tls,
    ) -> Address {
        Address {
            host: Host::Tcp("127.0.0.1".into()),
            port: self.port,
            database: "postgres".into(),
            user: user.into(),
            password: password.map(Secret::new),
            tls,
        }
    }

    /// Returns the address over the socket, as the superuser.
    pub(in crate::postgres) fn socket(&self) -> Address {
        Address {
            host: Host::Unix(self.folder.clone()),
            ..self.address("postgres", None, Tls::Off)
        }
    }

    fn signal(&self, signal: Signal) {
        let process = self.process.as_ref().unwrap();
        let pid = Pid::from_child(process);
        kill_process(pid, signal).unwrap();
    }

    /// Stops the server at once (`fast`), which terminates all connections.
    pub(in crate::postgres) fn stop(&mut self) {
        self.signal(Signal::INT);
        self.process.take().unwrap().wait().unwrap();
    }
}

/// Waits until the server has ended. One whose connection never sent anything may not end by itself, and
/// its other processes notice when it is gone.
fn end(mut process: Child) {
    let begun = Instant::now();
    while let Ok(None) = process.try_wait() {
        if begun.elapsed() > Duration::from_secs(10) {
            let _: io::Result<_> = process.kill();
        }
        thread::sleep(Duration::from_millis(10));
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if self.process.is_some() {
            self.signal(Signal::QUIT);
            end(self.process.take().unwrap());
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}
