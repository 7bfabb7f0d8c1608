//! [`Process`]: a process that is killed when it is dropped, and its memory and processor time.

use std::{
    fs::{self, File},
    process::{Child, Command},
    thread,
    time::{Duration, Instant},
};

use super::{Result, workshop};

/// The timeout of a requested end.
const GRACE: Duration = Duration::from_secs(30);
/// The unit of processor time in `/proc`, in microseconds.
const TICK: f64 = 10_000.0;

/// A running process.
pub(crate) struct Process {
    pub(crate) child: Child,
}

impl Process {
    /// Starts `command`, with its errors in the log of this name.
    pub(crate) fn spawn(mut command: Command, log: &str) -> Result<Self> {
        let log = File::create(workshop::scratch()?.join(format!("{log}.log")))?;
        let child = command.stderr(log).spawn();
        let child = child.map_err(|error| format!("cannot start {command:?}: {error}"))?;
        Ok(Self { child })
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Returns its resident memory, in KiB.
    pub(crate) fn resident(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let size = line.and_then(|line| line.split_whitespace().next());
        Ok(size.ok_or("the process has no resident memory")?.parse()?)
    }

    /// Returns its processor time so far, in user and kernel mode, in microseconds.
    pub(crate) fn processor_time(&self) -> Result<f64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let (_, fields) = stat.rsplit_once(')').ok_or("no fields in `stat`")?;
        let ticks = fields.split_whitespace().skip(11).take(2);
        let ticks: f64 = ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
        Ok(ticks * TICK)
    }

    /// Asks it to end, and waits until it has ended.
    pub(crate) fn stop(mut self) -> Result<()> {
        let id = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &id]).status()?;
        let asked = Instant::now();
        while !self.has_ended() {
            if asked.elapsed() > GRACE {
                return Err(format!("process {id} does not end").into());
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
