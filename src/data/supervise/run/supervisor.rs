//! What a keeper does, in its own process: starts a program, watches it, and kills all that came of it.
//!
//! ```text
//! first thread     looks every few milliseconds at the time, the number of processes, their memory
//! thread "end"     waits for the program's end
//! thread "order"   waits for the end of the socket: nobody wants the program any more
//! thread "input"   writes what the program reads
//! ```

use std::{
    ffi::OsString,
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    os::unix::{net::UnixStream, process::ExitStatusExt as _},
    process::{self, Child, ExitStatus},
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

use rustix::process::{Pid, WaitId, WaitIdOptions, setpriority_process, waitid};

use super::{
    super::{launch, process_tree::Family, subreaper as adoption},
    limit_watch::Watch,
    order::{self as exchange, Order, Report},
    outcome::{Ending, Stop},
};

/// The argument after `worker`, which makes a program a worker of this engine.
pub(crate) const WORKER: &str = "process";

/// The end of a keeper that cannot work.
const BROKEN: i32 = 70;

/// The priority of those who come before all others.
const FIRST: i32 = -20;

/// How often a keeper looks.
const TICK: Duration = Duration::from_millis(10);

/// What a keeper hears of.
enum Event {
    /// The program has ended. It still has its number.
    Ended,
    /// The program is to be stopped.
    Stop,
}

/// Is a keeper until nothing is left of its program, or, with words, what a keeper starts: the program itself.
pub(crate) fn run(words: impl Iterator<Item = OsString>) -> ! {
    let mut words = words.peekable();
    let done = if words.peek().is_some() {
        launch::become_program(words)
    } else {
        keep()
    };
    process::exit(if done.is_ok() { 0 } else { BROKEN })
}

fn keep() -> io::Result<()> {
    adoption::begin()?;
    // Only the superuser may. Others have the kernel count their processes.
    let _ = setpriority_process(None, FIRST);
    let mut socket = UnixStream::from(rustix::stdio::stdin().try_clone_to_owned()?);
    let mut input = BufReader::new(socket.try_clone()?);
    let mut order = Vec::new();
    input.read_until(b'\n', &mut order)?;
    let order: Order<'_> = serde_json::from_slice(&order)?;
    let report: Report = match launch::start(&order) {
        Ok(program) => Ok(attend(program, input, &order)?),
        Err(error) => Err(error.to_string()),
    };
    socket.write_all(&exchange::line(&report)?)
}

/// Stays with the program until nothing is left of it.
fn attend(
    mut program: Child,
    mut input: BufReader<UnixStream>,
    order: &Order<'_>,
) -> io::Result<Ending> {
    let leader = Pid::from_child(&program);
    let (events, heard) = mpsc::channel();
    feed(&mut program, order.job.input.clone());
    tell(&events, Event::Ended, move || {
        // It stays a zombie, so that nobody else gets its number before its group is killed.
        let kept = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        let _ = waitid(WaitId::Pid(leader), kept);
    });
    tell(&events, Event::Stop, move || {
        let _ = input.read_to_end(&mut Vec::new());
    });
    let family = Family::of(leader);
    let mut watch = Watch::new(order.job.time, order.limits);
    let stopped = loop {
        match heard.recv_timeout(TICK) {
            Ok(Event::Ended) => break None,
            Ok(Event::Stop) => break Some(Stop::Output),
            Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) => {
                family.bury();
                if let Some(stop) = watch.look(&family) {
                    break Some(stop);
                }
            }
        }
    };
    family.end();
    Ok(ending(program.wait()?, stopped))
}

fn ending(status: ExitStatus, stopped: Option<Stop>) -> Ending {
    Ending {
        code: status.code(),
        signal: status.signal(),
        stopped,
    }
}

/// Writes what the program reads. A program that does not want it all is no failure.
fn feed(program: &mut Child, text: String) {
    if let Some(mut stdin) = program.stdin.take() {
        thread::spawn(move || {
            let _ = stdin.write_all(text.as_bytes());
        });
    }
}

/// Sends `event` when `wait` is over.
fn tell(events: &Sender<Event>, event: Event, wait: impl FnOnce() + Send + 'static) {
    let events = events.clone();
    thread::spawn(move || {
        wait();
        let _ = events.send(event);
    });
}
