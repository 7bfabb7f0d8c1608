//! [`Family`]: all that came of a program, as the kernel lists it in `/proc`.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, waitpid,
};

/// How long to try to kill what does not die: a process that waits for a disk dies when the disk answers.
const PERSISTENCE: Duration = Duration::from_secs(5);

/// A program, and all that came of it: the children of this process and theirs.
pub(super) struct Family {
    /// The program, which leads a process group.
    leader: Pid,
}

impl Family {
    pub(super) const fn of(leader: Pid) -> Self {
        Self { leader }
    }

    /// All of them, the dead that nobody has buried too; or as many as show that they have more than `most` threads.
    pub(super) fn census(&self, most: usize) -> Census {
        let listed = Listed::now();
        let mut census = Census {
            processes: listed.children(getpid()),
            threads: 0,
        };
        let mut known = 0;
        while let Some(process) = census.processes.get(known).copied() {
            census.threads += threads(process).count().max(1);
            if census.threads > most {
                break;
            }
            census.processes.extend(listed.children(process));
            known += 1;
        }
        census
    }

    /// Lets go of the dead that were given to this process. The program itself is left to who waits for it.
    pub(super) fn bury(&self) {
        for child in Listed::now().children(getpid()) {
            if child != self.leader {
                let _ = waitpid(Some(child), WaitOptions::NOHANG);
            }
        }
    }

    /// Kills all of them: those in the program's group at once, then those that have left it.
    pub(super) fn end(&self) {
        let end = Instant::now() + PERSISTENCE;
        loop {
            let _ = kill_process_group(self.leader, Signal::KILL);
            for process in frozen() {
                let _ = kill_process(process, Signal::KILL);
            }
            self.bury();
            let left = self.census(usize::MAX).processes;
            let is_over = left
                .iter()
                .all(|process| *process == self.leader && is_dead(*process));
            if is_over || Instant::now() > end {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// All that came of this process, stopped. Who is stopped has no more children, so those that are listed then are all.
fn frozen() -> Vec<Pid> {
    let mut found = Listed::now().children(getpid());
    let mut known = 0;
    while let Some(process) = found.get(known).copied() {
        let _ = kill_process(process, Signal::STOP);
        found.extend(Listed::now().children(process));
        known += 1;
    }
    found
}

/// How many there are.
pub(super) struct Census {
    pub(super) processes: Vec<Pid>,
    /// A process has one at least.
    pub(super) threads: usize,
}

fn is_dead(process: Pid) -> bool {
    stat(process).is_none_or(|(state, _)| matches!(state, 'Z' | 'X'))
}

/// Who is whose child now.
enum Listed {
    /// The kernel has a list for each process.
    Lists,
    /// It has none, so all processes were asked for their parent.
    Parents(HashMap<Pid, Vec<Pid>>),
}

impl Listed {
    fn now() -> Self {
        let this = getpid();
        if Path::new(&format!("/proc/{this}/task/{this}/children")).exists() {
            return Self::Lists;
        }
        let mut parents: HashMap<Pid, Vec<Pid>> = HashMap::new();
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        for process in entries.filter_map(|entry| number(entry.file_name().to_str()?)) {
            if let Some((_, Some(parent))) = stat(process) {
                parents.entry(parent).or_default().push(process);
            }
        }
        Self::Parents(parents)
    }

    fn children(&self, process: Pid) -> Vec<Pid> {
        match self {
            Self::Lists => lists(process),
            Self::Parents(parents) => parents.get(&process).cloned().unwrap_or_default(),
        }
    }
}

/// The children of a process, of whichever of its threads.
fn lists(process: Pid) -> Vec<Pid> {
    let lists =
        threads(process).filter_map(|thread| fs::read_to_string(thread.join("children")).ok());
    lists
        .flat_map(|list| {
            list.split_whitespace()
                .filter_map(number)
                .collect::<Vec<_>>()
        })
        .collect()
}

fn threads(process: Pid) -> impl Iterator<Item = PathBuf> {
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    let threads = threads.into_iter().flatten().flatten();
    threads.map(|thread| thread.path())
}

fn number(text: &str) -> Option<Pid> {
    text.parse().ok().and_then(Pid::from_raw)
}

/// The state and the parent of a process.
fn stat(process: Pid) -> Option<(char, Option<Pid>)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // They come after the name, which may have anything in it.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut words = rest.split_whitespace();
    let state = words.next()?.chars().next()?;
    Some((state, words.next().and_then(number)))
}
