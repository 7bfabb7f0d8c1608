//! Reads a text file that a person wrote, which must be a regular file of a limited size.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::Path,
};

/// Returns the text of the file at `path`.
///
/// A pipe or a device is refused, since reading it may never end; so is a file of more than
/// `max_bytes`.
pub fn read_text(path: &Path, max_bytes: u64) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(max_bytes + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        return Err(io::Error::other(format!(
            "it is larger than {max_bytes} bytes"
        )));
    }
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_over_the_limit_and_a_device_are_refused() {
        let refusal = |path: &Path, limit| read_text(path, limit).unwrap_err().to_string();
        let name = format!("toolwright-regular-{}", std::process::id());
        let file = std::env::temp_dir().join(name);
        fs::write(&file, "0123").unwrap();
        assert_eq!(read_text(&file, 4).unwrap(), "0123");
        assert_eq!(refusal(&file, 3), "it is larger than 3 bytes");
        fs::write(&file, b"\xff").unwrap();
        assert_eq!(refusal(&file, 3), "it is not UTF-8 text");
        fs::remove_file(&file).unwrap();
        if cfg!(unix) {
            assert_eq!(
                refusal(Path::new("/dev/zero"), 3),
                "it is not a regular file"
            );
        }
    }
}
