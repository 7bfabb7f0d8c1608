//! Dates and times: ISO 8601, and RFC 3339 with a time zone.
//!
//! PostgreSQL writes `2024-01-02 03:04:05.6+09`. Years after 9999 have more digits, and years
//! before the first end in ` BC`.

use std::io::Write as _;

use chrono::{Datelike as _, Days, NaiveDate, NaiveTime, TimeDelta};

pub(super) fn date(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let date = Date::parse(text)?;
    // Dates and times need no escaping.
    out.push(b'"');
    date.write(out);
    out.push(b'"');
    Some(())
}

pub(super) fn timestamp(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let (date, time) = split(text)?;
    let time = Clock::parse(time)?;
    out.push(b'"');
    date.write(out);
    out.push(b'T');
    out.extend_from_slice(time.text.as_bytes());
    out.push(b'"');
    Some(())
}

pub(super) fn timestamp_with_zone(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let (date, time) = split(text)?;
    let (time, zone) = split_zone(time)?;
    let time = Clock::parse(time)?;
    out.push(b'"');
    match zone.len() {
        3 | 6 => {
            date.write(out);
            out.push(b'T');
            out.extend_from_slice(time.text.as_bytes());
            write_zone(zone, out);
        }
        // RFC 3339 has no offsets with seconds. They occur before standard time was introduced.
        _ => write_in_utc(date, &time, zone, out)?,
    }
    out.push(b'"');
    Some(())
}

/// Writes a time of day with its offset, which may have seconds: it cannot be converted to UTC
/// without a date.
pub(super) fn time_with_zone(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let (time, zone) = split_zone(text)?;
    let time = Clock::parse(time)?;
    out.push(b'"');
    out.extend_from_slice(time.text.as_bytes());
    write_zone(zone, out);
    out.push(b'"');
    Some(())
}

/// A date with an astronomical year: 1 BC is the year 0.
#[derive(Clone, Copy)]
struct Date<'a> {
    year: i32,
    /// With the dash before it: `-01-02`.
    month_and_day: &'a str,
}

impl<'a> Date<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (text, is_before) = match text.strip_suffix(" BC") {
            Some(text) => (text, true),
            None => (text, false),
        };
        let (year, month_and_day) = text.split_at_checked(text.len().checked_sub(6)?)?;
        let is_valid = match month_and_day.as_bytes() {
            [b'-', month @ .., b'-', day, ones] => {
                digits(month) && month.len() == 2 && digits(&[*day, *ones])
            }
            _ => false,
        };
        if !is_valid || year.len() < 4 || !digits(year.as_bytes()) {
            return None;
        }
        let year: i32 = year.parse().ok()?;
        Some(Self {
            year: if is_before { 1 - year } else { year },
            month_and_day,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        write_year(self.year, out);
        out.extend_from_slice(self.month_and_day.as_bytes());
    }

    fn month(&self) -> Option<u32> {
        self.month_and_day.get(1..3)?.parse().ok()
    }

    fn day(&self) -> Option<u32> {
        self.month_and_day.get(4..6)?.parse().ok()
    }
}

fn write_year(year: i32, out: &mut Vec<u8>) {
    // Writing to a `Vec` does not fail.
    let _ = match year {
        1000..=9999 => write!(out, "{year}"),
        0..=999 => write!(out, "{year:04}"),
        _ => write!(out, "{year:+07}"),
    };
}

/// A time of day: `03:04:05.6`.
struct Clock<'a> {
    text: &'a str,
}

impl<'a> Clock<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let bytes = text.as_bytes();
        let is_valid = bytes.len() >= 8
            && bytes[2] == b':'
            && bytes[5] == b':'
            && digits(&bytes[..2])
            && digits(&bytes[3..5])
            && digits(&bytes[6..8])
            && (bytes.len() == 8 || (bytes[8] == b'.' && digits(&bytes[9..])));
        is_valid.then_some(Self { text })
    }

    fn whole_seconds(&self) -> Option<NaiveTime> {
        NaiveTime::parse_from_str(self.text.get(..8)?, "%H:%M:%S").ok()
    }
}

fn split(text: &str) -> Option<(Date<'_>, &str)> {
    // The era follows the time, but belongs to the date.
    let (rest, is_before) = match text.strip_suffix(" BC") {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let (date, time) = rest.split_once(' ')?;
    let mut date = Date::parse(date)?;
    if is_before {
        date.year = 1 - date.year;
    }
    Some((date, time))
}

fn split_zone(time: &str) -> Option<(&str, &str)> {
    let at = time.rfind(['+', '-'])?;
    let (time, zone) = time.split_at(at);
    let is_valid = match zone.as_bytes() {
        [_, hours @ ..] if hours.len() == 2 => digits(hours),
        [_, h, ours, b':', rest @ ..] if rest.len() == 2 => digits(&[*h, *ours]) && digits(rest),
        [_, h, ours, b':', m, inutes, b':', rest @ ..] if rest.len() == 2 => {
            digits(&[*h, *ours, *m, *inutes]) && digits(rest)
        }
        _ => false,
    };
    is_valid.then_some((time, zone))
}

fn write_zone(zone: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(zone.as_bytes());
    if zone.len() == 3 {
        out.extend_from_slice(b":00");
    }
}

fn write_in_utc(date: Date<'_>, time: &Clock<'_>, zone: &str, out: &mut Vec<u8>) -> Option<()> {
    let part = |at: usize| zone.get(at..at + 2)?.parse::<i64>().ok();
    let seconds = part(1)? * 3600 + part(4)? * 60 + part(7)?;
    let offset = match zone.starts_with('-') {
        true => -seconds,
        false => seconds,
    };
    let day = NaiveDate::from_ymd_opt(date.year, date.month()?, date.day()?)?;
    let (utc_time, days) = time
        .whole_seconds()?
        .overflowing_sub_signed(TimeDelta::seconds(offset));
    let day = match days {
        // The seconds carried over to another day.
        0 => day,
        borrowed if borrowed > 0 => day.checked_sub_days(Days::new(1))?,
        _ => day.checked_add_days(Days::new(1))?,
    };
    write_year(day.year(), out);
    let _ = write!(out, "{}T{utc_time}", day.format("-%m-%d"));
    out.extend_from_slice(time.text.get(8..)?.as_bytes());
    out.push(b'Z');
    Some(())
}

fn digits(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::super::{JsonForm, to_json};

    fn check(form: &JsonForm, cases: &[(&str, &str)]) {
        for (text, expected) in cases {
            let expected = format!("\"{expected}\"");
            assert_eq!(to_json(form, text), expected, "{form:?} {text}");
        }
    }

    #[test]
    fn dates_are_iso_8601() {
        check(
            &JsonForm::Date,
            &[
                ("2024-01-02", "2024-01-02"),
                ("0044-03-15 BC", "-000043-03-15"),
                ("0001-12-31 BC", "0000-12-31"),
                ("10000-01-01", "+010000-01-01"),
                ("5874897-12-31", "+5874897-12-31"),
                ("infinity", "infinity"),
                ("-infinity", "-infinity"),
                ("01/02/2024", "01/02/2024"),
            ],
        );
    }

    #[test]
    fn timestamps_are_iso_8601() {
        check(
            &JsonForm::Timestamp,
            &[
                ("2024-01-02 03:04:05", "2024-01-02T03:04:05"),
                ("2024-01-02 03:04:05.678901", "2024-01-02T03:04:05.678901"),
                ("0044-03-15 00:00:00 BC", "-000043-03-15T00:00:00"),
                ("infinity", "infinity"),
                ("Tue Jan 02 03:04:05 2024", "Tue Jan 02 03:04:05 2024"),
            ],
        );
    }

    #[test]
    fn timestamps_with_a_zone_are_rfc_3339() {
        check(
            &JsonForm::TimestampWithZone,
            &[
                ("2024-01-02 03:04:05.6+09", "2024-01-02T03:04:05.6+09:00"),
                ("2024-01-02 03:04:05+05:30", "2024-01-02T03:04:05+05:30"),
                ("2024-01-02 03:04:05-03:30", "2024-01-02T03:04:05-03:30"),
                ("1900-01-01 00:00:00.5+08:27:52", "1899-12-31T15:32:08.5Z"),
                ("1880-12-31 23:59:00-00:01:15", "1881-01-01T00:00:15Z"),
                ("1880-06-01 12:00:00-00:01:15", "1880-06-01T12:01:15Z"),
                ("0044-03-15 00:00:00+00 BC", "-000043-03-15T00:00:00+00:00"),
                ("0001-01-01 00:00:00+08:27:52 BC", "-000001-12-31T15:32:08Z"),
                ("10000-01-01 00:00:00+00", "+010000-01-01T00:00:00+00:00"),
                ("-infinity", "-infinity"),
            ],
        );
        check(
            &JsonForm::TimeWithZone,
            &[
                ("03:04:05.6+09", "03:04:05.6+09:00"),
                ("24:00:00-03:30", "24:00:00-03:30"),
                ("03:04:05+08:27:52", "03:04:05+08:27:52"),
                ("03:04:05", "03:04:05"),
            ],
        );
    }
}
