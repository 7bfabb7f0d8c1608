//! [`ChromaServer`]: a ChromaDB server of one test, which may be killed and started again.
//!
//! `tests/run` installs ChromaDB and says where: `TOOLWRIGHT_TEST_CHROMA` is the program. It is compiled into the tests of the library too.

use std::{
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

/// How long a start may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A ChromaDB server. It is gone with what it kept when the test drops it.
pub(crate) struct ChromaServer {
    folder: PathBuf,
    port: u16,
    child: Option<Child>,
}

impl ChromaServer {
    /// Starts one, on a free port, with nothing in it. It blocks until the server answers.
    pub(crate) fn start() -> Self {
        let mut server = Self::not_started();
        server.start_again();
        server
    }

    /// A port and a folder for a server that is started later.
    pub(crate) fn not_started() -> Self {
        static LAST: AtomicUsize = AtomicUsize::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        let name = format!("toolwright-chroma-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        Self {
            folder,
            port,
            child: None,
        }
    }

    /// Starts it on the port that it had, with what it kept.
    pub(crate) fn start_again(&mut self) {
        let program = std::env::var_os("TOOLWRIGHT_TEST_CHROMA").expect(
            "`TOOLWRIGHT_TEST_CHROMA` is the `chroma` program of ChromaDB: `tests/run` installs it",
        );
        let mut command = Command::new(program);
        command
            .args(["run", "--host", "127.0.0.1", "--port"])
            .arg(self.port.to_string())
            .arg("--path")
            .arg(self.folder.join("data"))
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        self.child = Some(command.spawn().unwrap());
        let start = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            assert!(start.elapsed() < PATIENCE, "ChromaDB does not start");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills it, as it is.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for ChromaServer {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The port of the ChromaDB server that `tests/run` starts for all tests together. What a test makes in it has a name of its own.
pub(crate) fn shared_port() -> u16 {
    let address = std::env::var("TOOLWRIGHT_TEST_CHROMADB").expect(
        "`TOOLWRIGHT_TEST_CHROMADB` is the address of a ChromaDB server: `tests/run` starts one",
    );
    let (_, port) = address
        .rsplit_once(':')
        .expect("`127.0.0.1:8000` or the like");
    port.parse().unwrap()
}
