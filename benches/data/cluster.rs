//! [`Cluster`]: a private PostgreSQL, which ends when it is dropped.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use crate::rig::{Result, scratch};

/// A private PostgreSQL, like the one that the server starts if none is configured.
pub(crate) struct Cluster {
    child: Child,
    connection: String,
}

impl Cluster {
    /// Starts one in a fresh folder.
    pub(crate) fn start(program: &Path) -> Result<Self> {
        let folder = scratch()?.join("cluster");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        let mut child = Command::new(program)
            .args(["worker", "cluster", "start"])
            .arg(&folder)
            .arg("any")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("the cluster has no output")?;
        let mut connection = String::new();
        BufReader::new(output).read_line(&mut connection)?;
        let connection = connection.trim().to_owned();
        if connection.is_empty() {
            return Err("the cluster did not start".into());
        }
        Ok(Self { child, connection })
    }

    /// Returns the connection string of its superuser.
    pub(crate) fn connection(&self) -> &str {
        &self.connection
    }

    /// Returns the settings of a server that uses it.
    pub(crate) fn settings(&self) -> Vec<(&'static str, String)> {
        let value = |name: &str| {
            let mut parts = self
                .connection
                .split(' ')
                .filter_map(|part| part.split_once('='));
            let found = parts.find(|(key, _)| *key == name);
            found.map_or_else(String::new, |(_, value)| value.to_owned())
        };
        vec![
            ("POSTGRESQL_DB_HOST", value("host")),
            ("POSTGRESQL_DB_PORT", value("port")),
            ("POSTGRESQL_DB_NAME", value("dbname")),
            ("POSTGRESQL_DB_USER", value("user")),
        ]
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // It stops at the end of its input.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
