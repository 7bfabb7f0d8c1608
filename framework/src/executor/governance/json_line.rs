//! Writes the values of a [`CallRecord`](super::call_record::CallRecord) as JSON.
//!
//! Numbers and times are written by hand, because every call writes several of them: this avoids
//! the machinery of `std::fmt`.

use std::{
    cell::RefCell,
    io::Write as _,
    net::IpAddr,
    time::{Duration, SystemTime},
};

use chrono::{DateTime, Utc};

use crate::core::Origin;

/// Writes a JSON string.
pub(super) fn write_text(text: &str, line: &mut Vec<u8>) {
    // A string always serialises, and writing to a vector does not fail.
    let _ = serde_json::to_writer(line, text);
}

/// Writes the member `name` with the microseconds of `duration`, after a comma.
pub(super) fn write_microseconds(name: &str, duration: Duration, line: &mut Vec<u8>) {
    line.extend_from_slice(b",\"");
    line.extend_from_slice(name.as_bytes());
    line.extend_from_slice(b"\":");
    write_number(
        u64::try_from(duration.as_micros()).unwrap_or(u64::MAX),
        line,
    );
}

fn write_number(mut number: u64, line: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + u8::try_from(number % 10).unwrap_or(0);
        number /= 10;
        if number == 0 {
            break;
        }
    }
    line.extend_from_slice(&digits[at..]);
}

/// Writes an origin, without quotes.
pub(super) fn write_origin(origin: Origin, line: &mut Vec<u8>) {
    let Origin::Address(IpAddr::V4(address)) = origin else {
        // Writing to a vector does not fail.
        let _ = write!(line, "{origin}");
        return;
    };
    for (index, octet) in address.octets().into_iter().enumerate() {
        if index > 0 {
            line.push(b'.');
        }
        write_number(octet.into(), line);
    }
}

thread_local! {
    /// The second that was written last, and its text.
    static SECOND: RefCell<(u64, String)> = const { RefCell::new((u64::MAX, String::new())) };
}

/// Writes a time as RFC 3339 with microseconds, without quotes.
///
/// The text of the current second is cached.
pub(super) fn write_time(time: SystemTime, line: &mut Vec<u8>) {
    let since = time
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or(Duration::ZERO);
    SECOND.with_borrow_mut(|(second, written)| {
        if *second != since.as_secs() {
            *second = since.as_secs();
            *written = DateTime::<Utc>::from(time)
                .format("%Y-%m-%dT%H:%M:%S.")
                .to_string();
        }
        line.extend_from_slice(written.as_bytes());
    });
    let mut rest = since.subsec_micros();
    let mut digits = [b'0'; 6];
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
    }
    line.extend_from_slice(&digits);
    line.push(b'Z');
}
