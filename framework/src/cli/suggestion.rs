//! Suggests a similar name for one that does not exist.

/// The minimum similarity of a suggestion, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.7;

/// Returns `: did you mean …?` if one of the `known` names is similar, or an empty string.
pub(super) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let nearest = known
        .into_iter()
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(similarity, _)| *similarity >= MIN_SIMILARITY)
        .max_by(|(one, _), (other, _)| one.total_cmp(other));
    nearest.map_or_else(String::new, |(_, known)| {
        format!(": did you mean `{known}`?")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_similar_name_is_suggested() {
        let known = ["add_todo", "list_todos", "delete_todo"];
        assert_eq!(did_you_mean("addtodo", known), ": did you mean `add_todo`?");
        assert_eq!(
            did_you_mean("list_todo", known),
            ": did you mean `list_todos`?"
        );
        assert_eq!(did_you_mean("weather", known), "");
        assert_eq!(did_you_mean("add", []), "");
    }
}
