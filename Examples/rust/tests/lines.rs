//! Every line of the protocol that the repository has, decoded as the types that its names say.

use deckd_types::models::{FromClient, FromDaemon};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Line {
    place: String,
    sender: String,
    message: Value,
    types: Vec<String>,
}

/// The types of messages and formulas in a decoded line, from the outside in: each precedes a brace.
fn types(line: &str) -> Vec<&str> {
    const ENDINGS: [&str; 9] =
        ["Notification", "Event", "Motion", "Formula", "Request", "Reply", "Result", "Question", "DelegateAnswer"];
    line.split(" {")
        .filter_map(|text| text.rsplit(|character: char| !character.is_alphanumeric()).next())
        .filter(|name| ENDINGS.iter().any(|ending| name.ends_with(ending)))
        .collect()
}

#[test]
fn every_line_is_decoded_as_its_type() {
    let path = std::env::var("DECKD_LINES").expect("make check names the lines");
    let text = std::fs::read_to_string(path).unwrap();
    for line in text.lines() {
        let line: Line = serde_json::from_str(line).unwrap();
        let decoded = match line.sender.as_str() {
            "FromDaemon" => serde_json::from_value(line.message).map(|value: FromDaemon| format!("{value:?}")),
            _ => serde_json::from_value(line.message).map(|value: FromClient| format!("{value:?}")),
        };
        let decoded = decoded.unwrap_or_else(|error| panic!("{}: {error}", line.place));
        assert_eq!(types(&decoded), line.types, "{}: {decoded}", line.place);
    }
    println!("{} lines", text.lines().count());
    assert!(text.lines().count() > 1000, "{} lines", text.lines().count());
}
