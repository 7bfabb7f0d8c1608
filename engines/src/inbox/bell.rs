//! [`Bell`]: a named pipe that tells a process which of its questions was answered.
//!
//! The kernel wakes the process when somebody writes into the pipe, so that nobody has to read the
//! files of questions again and again. A pipe that nobody reads belongs to a process that has
//! ended.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use rustix::{fs::OFlags, io::Errno};
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    net::unix::pipe,
    task::AbortHandle,
};
use toolwright_base::token;

const EXTENSION: &str = "bell";

/// A named pipe that this process reads. It is removed when this is dropped.
#[derive(Debug)]
pub(super) struct Bell {
    name: String,
    path: PathBuf,
    listener: AbortHandle,
}

impl Bell {
    /// Creates a bell in `folder`, and calls `on_ring` with the id of each question that is rung
    /// for. Must be called within a runtime.
    pub(super) fn create(
        folder: &Path,
        on_ring: impl Fn(&str) + Send + 'static,
    ) -> io::Result<Self> {
        let name = token::random();
        let path = path(folder, &name);
        create_pipe(&path)?;
        let receiver = pipe::OpenOptions::new().open_receiver(&path)?;
        // While there is a writer, the pipe does not end when another one closes it.
        let sender = pipe::OpenOptions::new().open_sender(&path)?;
        let listener = tokio::spawn(async move {
            let _open = sender;
            let mut lines = BufReader::new(receiver).split(b'\n');
            while let Ok(Some(id)) = lines.next_segment().await {
                on_ring(&String::from_utf8_lossy(&id));
            }
        });
        Ok(Self {
            name,
            path,
            listener: listener.abort_handle(),
        })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Bell {
    fn drop(&mut self) {
        self.listener.abort();
        // One that is left is removed with the next question.
        let _ = fs::remove_file(&self.path);
    }
}

/// Tells the process of the bell `name` that a question was answered. Returns whether there is such
/// a process.
pub(super) fn ring(folder: &Path, name: &str, id: &str) -> io::Result<bool> {
    let Some(mut pipe) = open(folder, name)? else {
        return Ok(false);
    };
    // So short a text is written whole.
    pipe.write_all(format!("{id}\n").as_bytes())?;
    Ok(true)
}

/// Returns whether a process reads the bell `name`.
pub(super) fn is_heard(folder: &Path, name: &str) -> bool {
    matches!(open(folder, name), Ok(Some(_)))
}

/// Removes the bell at `path` if its process has ended. Other files are left alone.
pub(super) fn remove_unheard(path: &Path) {
    let name = path.file_stem().and_then(|name| name.to_str());
    let is_bell = path.extension().is_some_and(|end| end == EXTENSION);
    if let (true, Some(folder), Some(name)) = (is_bell, path.parent(), name)
        && is_name(name)
        && !is_heard(folder, name)
    {
        let _ = fs::remove_file(path);
    }
}

/// Opens a bell for writing. Returns `None` if nobody reads it.
fn open(folder: &Path, name: &str) -> io::Result<Option<File>> {
    if !is_name(name) {
        return Ok(None);
    }
    let flags = OFlags::NONBLOCK | OFlags::NOFOLLOW;
    let mut options = OpenOptions::new();
    options.write(true).custom_flags(flags.bits().cast_signed());
    match options.open(path(folder, name)) {
        Ok(pipe) => Ok(Some(pipe)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) => Ok(None),
        Err(error) => Err(error),
    }
}

fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.{EXTENSION}"))
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Creates a pipe for this user alone.
fn create_pipe(path: &Path) -> io::Result<()> {
    #[cfg(not(target_vendor = "apple"))]
    {
        use rustix::fs::{CWD, Mode, mkfifoat};
        Ok(mkfifoat(CWD, path, Mode::RUSR | Mode::WUSR)?)
    }
    // There it is not among the functions that can be called safely.
    #[cfg(target_vendor = "apple")]
    {
        let mut program = std::process::Command::new("mkfifo");
        let status = program.args(["-m", "600"]).arg(path).status()?;
        let failed = || io::Error::other("`mkfifo` failed");
        status.success().then_some(()).ok_or_else(failed)
    }
}
