//! The types of the protocol, as openapi-generator makes them of deckd.types.schema.json.

#![allow(clippy::all, unused_imports)]

pub mod models;

/// Tells a member that is null from one that is left out.
mod double_option {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer, T: Serialize>(value: &Option<Option<T>>, to: S) -> Result<S::Ok, S::Error> {
        value.as_ref().and_then(Option::as_ref).serialize(to)
    }

    pub fn deserialize<'a, D: Deserializer<'a>, T: Deserialize<'a>>(from: D) -> Result<Option<Option<T>>, D::Error> {
        Option::deserialize(from).map(Some)
    }
}
