//! An attacker waits until the disk of the log is full, and calls a tool that changes something.

use std::{fs, path::PathBuf, process::Command};

use serde_json::{Value, json};

use crate::harness::{Child, Home, run};

/// A server whose log is on a small disk of its own, which only it and its parent can reach.
struct SmallDisk {
    home: Home,
    server: Child,
}

impl SmallDisk {
    fn new() -> Self {
        let home = Home::new();
        let disk = home.join("disk");
        fs::create_dir(&disk).unwrap();
        let program = home.toolwright(&["stdio"]);
        let script = "mount -t tmpfs -o size=256k none \"$DISK\"; exec \"$@\"";
        let mut command = Command::new("unshare");
        if !rustix::process::geteuid().is_root() {
            command.arg("--map-root-user");
        }
        command
            .args(["--mount", "sh", "-ec", script, "sh"])
            .arg(program.get_program())
            .args(program.get_args())
            .env("HOME", home.join(""))
            .env("DISK", &disk)
            .env("TOOLWRIGHT_LOG_DIR", disk.join("log"))
            .env("TOOLWRIGHT_CODE_EXECUTION", "true")
            // The code writes outside of its folder, to leave a trace.
            .env("TOOLWRIGHT_CODE_SANDBOX", "off");
        let mut server = Child::spawn(&mut command);
        server.initialize("2025-11-25");
        Self { home, server }
    }

    /// Returns the path of a file on the disk, as this process sees it.
    fn path(&self, name: &str) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.server.id()));
        let disk = self.home.join("disk").join(name);
        root.join(disk.strip_prefix("/").unwrap())
    }

    /// Fills the disk to the last byte.
    fn fill(&self) {
        let mut free = 256 << 10;
        for number in 0.. {
            let ballast = self.path(&format!("ballast-{number}"));
            if fs::write(ballast, vec![b'x'; free]).is_err() {
                free /= 2;
            }
            if free == 0 {
                return;
            }
        }
    }

    fn free(&self) {
        for entry in fs::read_dir(self.path("")).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                fs::remove_file(path).unwrap();
            }
        }
    }

    /// Lets the server create a file. Returns the text of the answer.
    fn create(&mut self, id: u64, file: &str) -> String {
        let code = format!("touch {}", self.home.join(file).display());
        let arguments = json!({"language": "shell", "code": code});
        let params = json!({"name": "code_execution", "arguments": arguments});
        let answer = self.server.ask(id, "tools/call", params);
        answer["result"]["content"][0]["text"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_owned()
    }

    /// Returns the records in the log.
    fn records(&self) -> Vec<Value> {
        let mut command = self.home.toolwright(&["logs", "--json", "-n", "0"]);
        command.env("TOOLWRIGHT_LOG_DIR", self.path("log"));
        let shown = run(command).answer();
        let read = |line| serde_json::from_str(line).unwrap();
        shown.lines().map(read).collect()
    }
}

#[test]
#[ignore = "needs the right to mount: run by tests/run"]
fn every_effect_is_in_the_log_and_without_space_there_is_none() {
    let mut disk = SmallDisk::new();
    disk.fill();
    let (mut made, mut refused, mut id) = (Vec::new(), 0, 0);
    // The last block of the log has room for a few records.
    while refused < 2 {
        id += 1;
        assert!(id < 40, "the disk is not full");
        let file = format!("file-{id}");
        let text = disk.create(id, &file);
        if disk.home.join(&file).exists() {
            made.push(file);
        } else {
            let start = "cannot write the execution log: ";
            assert!(text.starts_with(start), "{text}");
            refused += 1;
        }
    }
    disk.free();
    disk.create(id + 1, "after");
    assert!(disk.home.join("after").exists());
    made.push("after".to_owned());
    let file_of = |record: &Value| {
        let code = record["arguments"]["code"].as_str().unwrap().to_owned();
        code.rsplit('/').next().unwrap().to_owned()
    };
    let recorded: Vec<String> = disk.records().iter().map(file_of).collect();
    assert_eq!(recorded, made);
}
