//! [`Workshop`]: builds the peers, and installs what measuring needs.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::Result;

/// The built peers.
pub(crate) struct Workshop {
    programs: PathBuf,
    /// The programs of an earlier commit.
    before: PathBuf,
    python: PathBuf,
}

impl Workshop {
    /// Returns the places of the peers, of which none is built.
    pub(crate) fn new() -> Result<Self> {
        let target = target()?.join("bench-peers");
        Ok(Self {
            programs: target.join("release"),
            before: PathBuf::new(),
            python: target.join("python"),
        })
    }

    /// Builds the Rust peers.
    pub(crate) fn build() -> Result<Self> {
        let target = target()?.join("bench-peers");
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        eprintln!("building the peers");
        run(Command::new(cargo)
            .args(["build", "--release", "--quiet", "--bins"])
            .arg("--manifest-path")
            .arg(benches().join("peers/Cargo.toml"))
            .arg("--target-dir")
            .arg(&target))?;
        let workshop = Self::new()?;
        // The log of an earlier run.
        let _ = fs::remove_dir_all(workshop.log_folder());
        Ok(workshop)
    }

    /// Installs the Python peer, unless it is installed.
    pub(crate) fn install_fastmcp(&self) -> Result<()> {
        self.install_python("python", "requirements.txt").map(drop)
    }

    /// Installs packages of Python in a folder of their own, unless they are installed. `pinned` is a file
    /// of `benches/peers`. Returns the folder of their programs.
    pub(crate) fn install_python(&self, name: &str, pinned: &str) -> Result<PathBuf> {
        let folder = self.python.with_file_name(name);
        install(&folder, pinned)?;
        Ok(folder.join("bin"))
    }

    /// Returns the command of a Rust peer.
    pub(crate) fn program(&self, name: &str) -> Command {
        Command::new(self.programs.join(name))
    }

    /// Adds the programs of an earlier commit.
    pub(crate) fn with_before(self, before: PathBuf) -> Self {
        Self { before, ..self }
    }

    /// Returns the command of a Rust peer that an earlier commit built.
    pub(crate) fn program_before(&self, name: &str) -> Command {
        Command::new(self.before.join(name))
    }

    /// Returns the folder of the logs of governed peers.
    pub(crate) fn log_folder(&self) -> PathBuf {
        self.programs.join("execution-log")
    }

    pub(crate) fn python(&self) -> PathBuf {
        self.python.join("bin/python")
    }

    pub(crate) fn fastmcp_script(&self) -> PathBuf {
        benches().join("peers/fastmcp_server.py")
    }
}

/// Installs the packages of the file `pinned`, unless they are installed.
fn install(folder: &Path, pinned: &str) -> Result<()> {
    let requirements = benches().join("peers").join(pinned);
    let pinned = fs::read_to_string(&requirements)?;
    let stamp = folder.join("installed.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == pinned) {
        return Ok(());
    }
    eprintln!("installing {}", pinned.lines().last().unwrap_or_default());
    let python = env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    run(Command::new(python)
        .args(["-m", "venv", "--clear"])
        .arg(folder))?;
    let quietly = [
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--requirement",
    ];
    run(Command::new(folder.join("bin/pip"))
        .args(quietly)
        .arg(&requirements))?;
    Ok(fs::write(stamp, pinned)?)
}

/// Installs a Debian package if `program` is missing.
pub(crate) fn need(program: &str, package: &str) -> Result<()> {
    let path = env::var_os("PATH").unwrap_or_default();
    if env::split_paths(&path).any(|folder| folder.join(program).is_file()) {
        return Ok(());
    }
    let asked = format!("`{program}` is missing: install it (Debian's package is `{package}`)");
    eprintln!("installing {package}");
    run(Command::new("apt-get").args(["update", "-qq"])).map_err(|_| asked.clone())?;
    run(Command::new("apt-get").args(["install", "-y", "-qq", package])).map_err(|_| asked.into())
}

/// Returns the folder of the benches.
pub(crate) fn benches() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/benches"))
}

/// Returns a folder for temporary files.
pub(crate) fn scratch() -> Result<PathBuf> {
    let folder = target()?.join("bench-scratch");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Returns Cargo's target folder. This program is in its `release/deps`.
fn target() -> Result<PathBuf> {
    let program = env::current_exe()?;
    let target = program.ancestors().nth(3);
    Ok(target
        .ok_or("this bench is not in a target folder")?
        .to_owned())
}

fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("{command:?} failed").into())
}
