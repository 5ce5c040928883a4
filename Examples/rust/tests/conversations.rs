//! The places of the conformance suite, which are those of the daemon's frames.

use deck_text::Scene;
use serde_json::Value;
use std::{fs, path::Path};

/// Members of a frame that are no values of motions.
const OTHERS: [&str; 7] = ["id", "index", "depth", "order", "role", "data", "card"];

/// As the suite has it: a frame is rounded to three decimals.
fn tolerance(name: &str) -> f64 {
    let fine = ["opacity", "scale", "anchor", "lift", "z", "progress", "glow", "wash"];
    let is_fine = name.split('.').any(|part| fine.contains(&part) || ["stamp", "header"].contains(&part));
    if is_fine && !name.ends_with("rotation") { 0.002 } else { 0.011 }
}

/// The numbers of a frame's object by the names of properties: `anchor.x`, `stamp.opacity`.
fn numbers(value: &Value, name: String, to: &mut Vec<(String, f64)>) {
    match value {
        Value::Number(number) => to.push((name, number.as_f64().unwrap())),
        Value::Array(pair) if name.ends_with("anchor") => {
            numbers(&pair[0], format!("{name}.x"), to);
            numbers(&pair[1], format!("{name}.y"), to);
        }
        Value::Object(members) => {
            for (member, value) in members.iter().filter(|(member, _)| !OTHERS.contains(&member.as_str())) {
                numbers(value, if name.is_empty() { member.clone() } else { format!("{name}.{member}") }, to);
            }
        }
        _ => {}
    }
}

fn compare(place: &str, expected: &Value, prefix: &str, found: impl Fn(&str) -> Option<f64>) -> usize {
    let mut values = Vec::new();
    numbers(expected, prefix.into(), &mut values);
    for (name, value) in &values {
        let found = found(name).unwrap_or_else(|| panic!("{place}: {name} is missing"));
        assert!((found - value).abs() <= tolerance(name), "{place}: expected {name} {value}, found {found}");
    }
    values.len()
}

#[test]
fn every_card_is_where_the_daemon_draws_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Tests/Conformance/Conversations");
    let mut compared = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let mut scene = Scene::default();
        for (number, text) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let place = format!("{}:{}", path.display(), number + 1);
            let step: Value = serde_json::from_str(text).unwrap();
            let reply = |value: &Value| serde_json::json!({"jsonrpc": "2.0", "id": 1, "result": value});
            let line = step.get("line").cloned().or_else(|| step.get("result").map(reply));
            // What is no line of deckd changes nothing.
            if let Some(line) = line.and_then(|line| serde_json::from_value(line).ok()) {
                scene.receive(&line);
            }
            if let Some(places) = step.get("places") {
                let (deck, now) = (places["deck"].as_str().unwrap(), places["t"].as_u64().unwrap());
                let cards = scene.cards(deck, now);
                for card in places["cards"].as_array().unwrap() {
                    let found = cards.get(card["id"].as_str().unwrap());
                    let place = format!("{place}: {}", card["id"]);
                    compared += compare(&place, card, "", |name| found?.get(name).copied());
                }
                for part in ["overlay", "detail", "fan"] {
                    compared += compare(&place, &places[part], part, |name| scene.value(deck, name, now));
                }
            }
        }
    }
    println!("{compared} values");
    assert!(compared > 1000, "{compared} values are compared");
}
