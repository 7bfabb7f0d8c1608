//! Documents with changed bytes, missing ends and repeated parts: the parser always returns.

use std::{
    io::{Cursor, Read as _, Write as _},
    sync::mpsc::channel,
    thread,
    time::Duration,
};

use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

use super::{
    super::{
        document::Document,
        error::DocumentError,
        parser_worker::{STACK, parse_catching as parse},
    },
    FILES, file, job,
};

/// Longer than any parser takes that does not hang.
const LONG: Duration = Duration::from_secs(120);

/// A small random generator: the same seed gives the same damage.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % below.max(1) as u64).unwrap()
    }

    /// Damages the bytes in one of several ways.
    fn damage(&mut self, bytes: &mut Vec<u8>) {
        let place = self.roll(bytes.len());
        match self.roll(4) {
            0 => bytes.truncate(place),
            1 => {
                let end = (place + self.roll(200)).min(bytes.len());
                let middle = bytes[place..end].to_vec();
                bytes.splice(place..place, middle);
            }
            _ => {
                for _ in 0..=self.roll(16) {
                    let place = self.roll(bytes.len());
                    if let Some(byte) = bytes.get_mut(place) {
                        *byte = u8::try_from(self.roll(256)).unwrap();
                    }
                }
            }
        }
    }
}

/// Parses bytes. Panics if the parser hangs.
fn outcome(bytes: Vec<u8>, name: &str) -> Result<Document, DocumentError> {
    let job = job(name);
    let (send, receive) = channel();
    let parser = thread::Builder::new().stack_size(STACK);
    parser
        .spawn(move || send.send(parse(&bytes, &job)).ok())
        .unwrap();
    receive.recv_timeout(LONG).expect("the parser hangs")
}

/// Parses many damaged variants. Returns how many could be read, and how many made the parser
/// panic.
fn survive(name: &str, variants: u64, variant: impl Fn(u64) -> Vec<u8>) -> (usize, usize) {
    let (mut read, mut panicked) = (0, 0);
    for seed in 0..variants {
        match outcome(variant(seed), name) {
            Ok(_) => read += 1,
            Err(DocumentError::Crashed(_)) => panicked += 1,
            Err(_) => {}
        }
    }
    (read, panicked)
}

fn survive_flips(name: &str, variants: u64) {
    let (read, panicked) = survive(name, variants, |seed| {
        let mut bytes = file(name).to_vec();
        Dice(seed).damage(&mut bytes);
        bytes
    });
    // If all were refused, the parser would not be tested.
    assert!(read > 0, "{name}: {read} read, {panicked} panicked");
}

/// Damages one entry of an archive and packs it again, so that the checksums fit and the damage
/// reaches the parser.
fn repacked(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut dice = Dice(seed);
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let target = dice.roll(archive.len());
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        if index == target {
            dice.damage(&mut content);
        }
        writer.start_file(entry.name().unwrap(), stored).unwrap();
        writer.write_all(&content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn survive_repacking(name: &str, variants: u64) {
    let (read, panicked) = survive(name, variants, |seed| repacked(file(name), seed));
    assert!(read > 0, "{name}: {read} read, {panicked} panicked");
}

#[test]
fn every_undamaged_file_is_read() {
    for (name, bytes) in FILES {
        let read = outcome(bytes.to_vec(), name);
        assert!(
            read.is_ok_and(|document| !document.text.is_empty()),
            "{name}"
        );
    }
}

#[test]
fn a_damaged_pdf_is_survived() {
    survive_flips("korean.pdf", 60);
}

#[test]
fn a_damaged_pdf_with_fonts_is_survived() {
    survive_flips("report.pdf", 15);
}

#[test]
fn a_damaged_encrypted_pdf_is_survived() {
    survive_flips("owner.pdf", 15);
}

#[test]
fn a_damaged_docx_is_survived() {
    survive_flips("report.docx", 40);
    survive_repacking("report.docx", 40);
}

#[test]
fn a_damaged_xlsx_is_survived() {
    survive_flips("sales.xlsx", 150);
    survive_repacking("sales.xlsx", 150);
}

#[test]
fn a_damaged_pptx_is_survived() {
    survive_flips("slides.pptx", 150);
    survive_repacking("slides.pptx", 40);
}

#[test]
fn damaged_text_of_every_kind_is_survived() {
    for name in [
        "page.html",
        "page-euc-kr.html",
        "table.csv",
        "notes.md",
        "plain-utf-16.txt",
    ] {
        survive_flips(name, 200);
    }
}

#[test]
fn random_bytes_behind_every_mark_are_survived() {
    for (mark, name) in [
        (&b"%PDF-1.7\n"[..], "a.pdf"),
        (b"PK\x03\x04", "a.docx"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.doc"),
        (b"<!doctype html>", "a.html"),
        (b"", "a.csv"),
    ] {
        survive(name, 200, |seed| {
            let mut dice = Dice(seed);
            let rest = (0..2_000).map(|_| u8::try_from(dice.roll(256)).unwrap());
            mark.iter().copied().chain(rest).collect()
        });
    }
}
