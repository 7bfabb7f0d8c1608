//! [`PgBouncer`]: a real pooler in front of the shared server, with `pool_mode = transaction`.

use std::{
    env, fs,
    net::TcpStream,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use toolwright_base::token;

use crate::postgres::{
    Address, Host,
    tests::{test_schema::TestSchema, test_server::free_port},
};

const VARIABLE: &str = "TOOLWRIGHT_TEST_PGBOUNCER";

/// A running pooler.
pub(super) struct PgBouncer {
    folder: PathBuf,
    port: u16,
    process: Child,
}

impl PgBouncer {
    /// Starts a pooler for the role of `schema`, with so many sessions and these additional
    /// settings.
    pub(super) fn start(schema: &TestSchema, sessions: usize, settings: &str) -> Self {
        let Host::Unix(socket) = &schema.address.host else {
            panic!("the tests' server is on a socket");
        };
        let folder = env::temp_dir().join(format!("tw-pgb-{}", &token::random()[..12]));
        fs::create_dir(&folder).unwrap();
        let users = folder.join("users");
        fs::write(&users, format!("\"{}\" \"\"\n", schema.name)).unwrap();
        let port = free_port();
        let text = format!(
            "[databases]\n* = host={} port={}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
             unix_socket_dir =\nauth_type = trust\nauth_file = {}\npool_mode = transaction\n\
             default_pool_size = {sessions}\n{settings}\n",
            socket.display(),
            schema.address.port,
            users.display(),
        );
        fs::write(folder.join("settings"), text).unwrap();
        let mut pooler = Self {
            process: launch(&folder, socket_owner(schema).as_deref()),
            folder,
            port,
        };
        pooler.wait();
        pooler
    }

    fn wait(&mut self) {
        let since = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            let log = || fs::read_to_string(self.folder.join("log")).unwrap();
            assert!(since.elapsed() < Duration::from_secs(20), "{}", log());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Kills the pooler and starts it again.
    pub(super) fn restart(&mut self, schema: &TestSchema) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        self.process = launch(&self.folder, socket_owner(schema).as_deref());
        self.wait();
    }

    /// Returns the address of the schema's database through the pooler.
    pub(super) fn address(&self, schema: &TestSchema) -> Address {
        Address {
            host: Host::Tcp("127.0.0.1".into()),
            port: self.port,
            ..schema.address.clone()
        }
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn launch(folder: &Path, user: Option<&str>) -> Child {
    let program = env::var(VARIABLE)
        .unwrap_or_else(|_| panic!("`{VARIABLE}` is not set: run this with `tests/run`"));
    let log = fs::File::create(folder.join("log")).unwrap();
    // It reads its files before it changes the user.
    let user = user.map(|user| ["-u", user]).into_iter().flatten();
    Command::new(program)
        .args(user)
        .arg(folder.join("settings"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap()
}

/// Returns the owner of the socket's folder, if this process is root.
fn socket_owner(schema: &TestSchema) -> Option<String> {
    let Host::Unix(socket) = &schema.address.host else {
        return None;
    };
    let owner = fs::metadata(socket).unwrap().uid();
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let listed = fs::read_to_string("/etc/passwd").unwrap();
    let entry = listed.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == owner.to_string()).then(|| name.to_owned())
    });
    Some(entry.expect("the database's account is listed"))
}
