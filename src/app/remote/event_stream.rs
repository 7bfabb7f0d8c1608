//! [`messages`]: the messages of a stream of server-sent events.

use serde_json::Value;

/// Returns the JSON of each event of a stream, in order. An event that is not JSON is left out.
pub(super) fn messages(text: &str) -> Vec<Value> {
    let text = text.replace("\r\n", "\n");
    let events = text.split("\n\n");
    events
        .filter_map(|event| {
            let data = event.lines().filter_map(|line| line.strip_prefix("data:"));
            let data: Vec<_> = data
                .map(|line| line.strip_prefix(' ').unwrap_or(line))
                .collect();
            serde_json::from_str(&data.join("\n")).ok()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_event_with_json_is_a_message() {
        let text = ": hello\n\nid: 1\ndata:\n\nevent: message\r\ndata: {\"a\":\r\ndata:1}\r\n\r\ndata: {\"b\":2}";
        assert_eq!(messages(text), [json!({"a": 1}), json!({"b": 2})]);
        assert_eq!(messages(""), Vec::<Value>::new());
    }
}
