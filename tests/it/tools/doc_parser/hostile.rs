//! Hostile documents. Whatever happens to the worker, the server reads the next document.

use std::{
    fs,
    io::{Cursor, Read as _, Write as _},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use serde_json::json;
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

use super::{base64, client, files, read, reader};
use crate::{harness::Home, tools::footprint};

/// Reads a document, and checks that the server can still read afterwards.
async fn outcome(bytes: &[u8], name: &str) -> Result<String, String> {
    let client = client(&[]).await;
    let answer = read(&client, json!({"base64": base64(bytes), "name": name})).await;
    let next = read(&client, json!({"base64": base64(b"fine")}))
        .await
        .unwrap();
    assert_eq!(next["text"], "fine");
    answer.map(|document| document["text"].as_str().unwrap().to_owned())
}

/// Returns the Word document with another body.
fn word(change: impl Fn(String) -> String) -> Vec<u8> {
    let bytes = fs::read(files().join("report.docx")).unwrap();
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let name = entry.name().unwrap().into_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        if name == "word/document.xml" {
            content = change(String::from_utf8(content).unwrap()).into_bytes();
        }
        writer.start_file(name, packed).unwrap();
        writer.write_all(&content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Returns the Word document with these entities, and a last paragraph that uses one.
fn with_entities(entities: &str, used: &str) -> Vec<u8> {
    word(|xml| {
        let kind = format!("<!DOCTYPE x [{entities}]><w:document");
        let last = format!("<w:p><w:r><w:t>[{used}]</w:t></w:r></w:p></w:body>");
        xml.replacen("<w:document", &kind, 1)
            .replace("</w:body>", &last)
    })
}

#[tokio::test]
async fn a_billion_laughs_attack_is_refused() {
    let mut entities = "<!ENTITY a0 \"ha\">".to_owned();
    for level in 1..=9 {
        let ten = format!("&a{};", level - 1).repeat(10);
        entities += &format!("<!ENTITY a{level} \"{ten}\">");
    }
    let text = outcome(&with_entities(&entities, "&a9;"), "a.docx").await;
    assert!(
        text.as_ref().is_ok_and(|text| text.len() < 1_000),
        "{text:?}"
    );
}

#[tokio::test]
async fn an_external_entity_is_not_read() {
    let entity = "<!ENTITY x SYSTEM \"file:///etc/passwd\">";
    let text = outcome(&with_entities(entity, "&x;"), "a.docx")
        .await
        .unwrap();
    assert!(
        text.contains("The end. 끝.") && !text.contains("root:"),
        "{text}"
    );
}

/// A hand-made ZIP archive: libraries do not write what these tests need.
#[derive(Default)]
struct Archive {
    bytes: Vec<u8>,
    list: Vec<u8>,
    entries: u16,
}

impl Archive {
    /// Adds an uncompressed file.
    fn store(&mut self, name: &str, content: &[u8]) {
        let mut sum = flate2::Crc::new();
        sum.update(content);
        let place = self.content(name, content, 0);
        self.list(name, (sum.sum(), content.len(), content.len()), 0, place);
    }

    /// Adds compressed content, and returns its offset.
    fn content(&mut self, name: &str, packed: &[u8], method: u16) -> usize {
        let place = self.bytes.len();
        let [size, name_size] = [packed.len(), name.len()].map(four_bytes);
        let head = [&b"PK\x03\x04\x14\0\0\0"[..], &method.to_le_bytes(), &[0; 8]].concat();
        let sizes = [&size[..], &[0; 4], &name_size[..2], &[0; 2]].concat();
        self.bytes
            .extend([&head[..], &sizes, name.as_bytes(), packed].concat());
        place
    }

    /// Lists an entry whose content is at `place`, with its checksum and its sizes, compressed and not.
    fn list(&mut self, name: &str, sums: (u32, usize, usize), method: u16, place: usize) {
        self.entries += 1;
        let (sum, packed, unpacked) = sums;
        let [packed, unpacked, size, place] = [packed, unpacked, name.len(), place].map(four_bytes);
        let head = [
            &b"PK\x01\x02\x14\0\x14\0\0\0"[..],
            &method.to_le_bytes(),
            &[0; 4],
        ]
        .concat();
        let sizes = [&sum.to_le_bytes()[..], &packed, &unpacked, &size[..2]].concat();
        self.list
            .extend([&head[..], &sizes, &[0; 12], &place, name.as_bytes()].concat());
    }

    fn finish(mut self) -> Vec<u8> {
        let [start, size] = [self.bytes.len(), self.list.len()].map(four_bytes);
        let entries = self.entries.to_le_bytes();
        let end = [
            &b"PK\x05\x06\0\0\0\0"[..],
            &entries,
            &entries,
            &size,
            &start,
            &[0; 2],
        ]
        .concat();
        self.bytes.extend(self.list);
        self.bytes.extend(end);
        self.bytes
    }
}

fn four_bytes(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap().to_le_bytes()
}

const TYPES: &str = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Override PartName=\"/word/document.xml\" \
                     ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";

/// Returns this many megabytes of zeros, compressed: the stream of one, repeated.
fn zeros(megabytes: usize) -> Vec<u8> {
    use flate2::{Compress, Compression, FlushCompress};
    let mut one = Vec::with_capacity(1 << 16);
    let mut packer = Compress::new(Compression::best(), false);
    let zeros = vec![0; 1 << 20];
    packer
        .compress_vec(&zeros, &mut one, FlushCompress::Full)
        .unwrap();
    // An empty last block ends the stream.
    let last = [3, 0];
    [&one.repeat(megabytes)[..], &last].concat()
}

#[tokio::test]
async fn ten_megabytes_that_unpack_to_ten_gigabytes_are_refused() {
    let bomb = zeros(10 << 10);
    let mut archive = Archive::default();
    archive.store("[Content_Types].xml", TYPES.as_bytes());
    let body = archive.content("word/document.xml", &bomb, 8);
    // The field can hold four gigabytes at most.
    archive.list("word/document.xml", (0, bomb.len(), 0xffff_0000), 8, body);
    let bytes = archive.finish();
    assert!(
        (5 << 20..20 << 20).contains(&bytes.len()),
        "{}",
        bytes.len()
    );
    let message = "the document is too large: it unpacks to more than 268435456 bytes";
    assert_eq!(outcome(&bytes, "a.docx").await, Err(message.into()));
}

#[tokio::test]
async fn overlapping_archive_entries_are_counted_each() {
    let shared = zeros(10);
    let mut archive = Archive::default();
    archive.store("[Content_Types].xml", TYPES.as_bytes());
    let place = archive.content("x", &shared, 8);
    for number in 0..5_000 {
        let sums = (0, shared.len(), 10 << 20);
        archive.list(&format!("x{number}"), sums, 8, place);
    }
    let answer = outcome(&archive.finish(), "a.docx").await.unwrap_err();
    let expected = "the document is too large: it unpacks to more than ";
    assert!(answer.starts_with(expected), "{answer}");
}

/// Returns a PDF of these objects.
fn pdf(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = b"%PDF-1.4\n".to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (index, object) in objects.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", bytes.len());
        let (number, end) = (index + 1, b"\nendobj\n");
        bytes = [
            &bytes[..],
            format!("{number} 0 obj\n").as_bytes(),
            object,
            end,
        ]
        .concat();
    }
    let start = bytes.len();
    table += &format!(
        "trailer<</Size {}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF",
        objects.len() + 1
    );
    [bytes, table.into_bytes()].concat()
}

#[tokio::test]
async fn an_endlessly_nested_pdf_costs_only_its_worker() {
    let deep = format!("<</Type/Catalog/Pages 2 0 R/X {}>>", "[".repeat(2_000_000));
    let pages = b"<</Type/Pages/Kids[]/Count 0>>".to_vec();
    let answer = outcome(&pdf(&[deep.into_bytes(), pages]), "a.pdf").await;
    let message = "the document could not be parsed: the parser ran out of memory or of stack";
    assert_eq!(answer, Err(message.into()));
}

#[tokio::test]
async fn an_endlessly_unpacking_pdf_costs_only_its_worker() {
    let content = [b"\x78\xda", &zeros(150)[..], b"\0\0\0\0"].concat();
    let head = format!("<</Length {}/Filter/FlateDecode>>stream\n", content.len());
    let bytes = pdf(&[
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>".to_vec(),
        [head.as_bytes(), &content, b"\nendstream"].concat(),
    ]);
    // The library detects the bomb, runs out of memory or out of time; each is an error.
    match outcome(&bytes, "a.pdf").await {
        Ok(text) => assert!(text.len() < 100, "{text}"),
        Err(message) => {
            let message = message.trim_start_matches("timed out: ");
            assert!(message.starts_with("the document "), "{message}");
        }
    }
}

#[tokio::test]
async fn a_page_that_is_nested_too_deeply_is_refused() {
    let page = format!("<!doctype html>{}", "<b>".repeat(1_500));
    let message = "the document is too large: its elements are nested more than 1000 deep";
    assert_eq!(
        outcome(page.as_bytes(), "a.html").await,
        Err(message.into())
    );
}

#[tokio::test]
async fn a_table_with_one_long_row_is_cut() {
    let table = format!("{}\n{}", "a,".repeat(20_000), "b\n".repeat(20_000));
    let client = client(&[]).await;
    let answer = read(
        &client,
        json!({"base64": base64(table.as_bytes()), "name": "a.csv"}),
    )
    .await;
    let answer = answer.unwrap();
    assert_eq!(answer["truncated"], true);
    let notes = answer["notes"].as_array().unwrap();
    assert_eq!(notes[0], "20001 rows, the first is the header");
    assert!(
        notes[1].as_str().unwrap().starts_with("only the first "),
        "{notes:?}"
    );
}

#[tokio::test]
async fn a_missing_worker_is_reported() {
    let server = Home::new().server_with_worker("/no/such/program", &[]);
    let client = server.client().await.unwrap();
    let message = "documents cannot be parsed here: `/no/such/program` does not start: No such file or directory (os error 2)";
    assert_eq!(
        read(&client, json!({"base64": base64(b"a")})).await,
        Err(message.into())
    );
}

/// Returns the number of threads of a worker, or `None` if the process is not a worker.
fn threads(process: u32) -> usize {
    let words = fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default();
    if !words.contains("worker\0documents") {
        return 0;
    }
    fs::read_dir(format!("/proc/{process}/task")).map_or(0, Iterator::count)
}

#[tokio::test]
async fn a_worker_needs_only_its_two_threads() {
    let client = reader().await;
    let is_over = Arc::new(AtomicBool::new(false));
    let watched = Arc::clone(&is_over);
    let watching = std::thread::spawn(move || {
        let mut most = 0;
        while !watched.load(Ordering::Relaxed) {
            let workers = footprint::children(std::process::id());
            most = workers.into_iter().map(threads).fold(most, usize::max);
        }
        most
    });
    let document = read(&client, json!({"path": "report.pdf"})).await;
    is_over.store(true, Ordering::Relaxed);
    assert_eq!(document.unwrap()["kind"], "pdf");
    let most = watching.join().unwrap();
    assert_eq!(most, 2);
}
