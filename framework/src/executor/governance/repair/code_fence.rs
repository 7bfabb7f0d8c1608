//! Takes code out of a Markdown fence.

use serde_json::Value;

use crate::core::{Repair, RepairKind};

/// Takes every argument that is one Markdown fence out of it, and adds the repairs.
///
/// Models write code like this: the text of the argument starts with three backticks and the name
/// of a language, and ends with three backticks.
pub(crate) fn without_fences(mut value: Value, repairs: &mut Vec<Repair>) -> Value {
    let members = value.as_object_mut().into_iter().flatten();
    for (name, member) in members {
        let Some(code) = member.as_str().and_then(fenced) else {
            continue;
        };
        let code = Value::from(code);
        let got = std::mem::replace(member, code.clone());
        repairs.push(Repair::new(name, RepairKind::CodeFence, got, Some(code)));
    }
    value
}

/// Returns the code in a fence, if the text is nothing but one.
fn fenced(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("```")?.strip_suffix("```")?;
    let (language, code) = inner.split_once('\n')?;
    let is_language = |one: char| one.is_ascii_alphanumeric() || "+-_#.".contains(one);
    let is_one = language.trim().chars().all(is_language) && !code.contains("```");
    is_one.then(|| code.trim())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_a_text_that_is_one_fence_is_taken_out() {
        assert_eq!(fenced("```sql\nSELECT 1;\n```"), Some("SELECT 1;"));
        assert_eq!(fenced(" ```\r\nSELECT 1\r\n``` \n"), Some("SELECT 1"));
        for text in [
            "SELECT 1",
            "```sql SELECT 1```",
            "```sql\nSELECT 1",
            "a ```\nb\n```",
        ] {
            assert_eq!(fenced(text), None, "{text}");
        }
        assert_eq!(fenced("```\na\n```\n```\nb\n```"), None);
        let mut repairs = Vec::new();
        let value = json!({"a": "```sql\nSELECT 1\n```", "b": 1});
        let used = without_fences(value, &mut repairs);
        assert_eq!(used, json!({"a": "SELECT 1", "b": 1}));
        assert_eq!((repairs.len(), repairs[0].path.as_str()), (1, "a"));
    }
}
