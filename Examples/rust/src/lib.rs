//! Where each card is, from the motions of the daemon.

use deckd_types::models::{Formula, FromDaemon, Motion, Notification, Reply, Result, Snapshot};
use std::collections::BTreeMap;

pub mod formula;

/// What moves: a property of a card, or one of the deck, which names the card that it is about and is the only one.
type Key = (String, Option<String>, String);

#[derive(Default)]
pub struct Scene {
    motions: BTreeMap<Key, Motion>,
    formulas: BTreeMap<Key, Formula>,
}

impl Scene {
    /// Takes a line; what has no motions changes nothing.
    pub fn receive(&mut self, line: &FromDaemon) {
        match line {
            FromDaemon::Notification(notification) => {
                if let Notification::MotionNotification(message) = &**notification {
                    self.apply(&message.params);
                }
            }
            FromDaemon::Reply(reply) => {
                if let Reply::ResultReply(reply) = &**reply {
                    match &*reply.result {
                        Result::SnapshotResult(result) => self.restart(&result.snapshot),
                        Result::SnapshotsResult(result) => result.snapshots.iter().for_each(|deck| self.restart(deck)),
                        _ => {}
                    }
                }
            }
            FromDaemon::Question(_) => {}
        }
    }

    /// The properties of a deck's cards at a moment, by the cards' ids.
    pub fn cards(&self, deck: &str, now: u64) -> BTreeMap<&str, BTreeMap<&str, f64>> {
        let mut cards = BTreeMap::<_, BTreeMap<_, _>>::new();
        for ((owner, card, property), formula) in &self.formulas {
            if let (true, Some(card), Some(value)) = (owner == deck, card, formula::value(formula, now)) {
                cards.entry(card.as_str()).or_default().insert(property.as_str(), value);
            }
        }
        cards
    }

    /// A property of a deck itself at a moment, such as `overlay.progress`.
    pub fn value(&self, deck: &str, property: &str, now: u64) -> Option<f64> {
        let key = (deck.to_owned(), None, property.to_owned());
        self.formulas.get(&key).and_then(|formula| formula::value(formula, now))
    }

    /// The decks that have motions.
    pub fn decks(&self) -> Vec<&str> {
        let mut decks: Vec<_> = self.formulas.keys().map(|(deck, _, _)| deck.as_str()).collect();
        decks.dedup();
        decks
    }

    /// Until when something moves; the greatest time for what never comes to rest.
    pub fn end(&self) -> u64 {
        self.motions.values().filter_map(end).max().unwrap_or(0)
    }

    fn restart(&mut self, snapshot: &Snapshot) {
        self.remove(|(deck, _, _)| *deck == snapshot.deck);
        snapshot.motions.iter().flatten().for_each(|motion| self.apply(motion));
    }

    fn apply(&mut self, motion: &Motion) {
        if let Motion::RemoveMotion(gone) = motion {
            self.remove(|(deck, card, property)| {
                *deck == gone.deck
                    && match &gone.property {
                        Some(name) if is_of_deck(name) => card.is_none() && is_within(property, name),
                        name => *card == gone.card && name.as_ref().map_or(true, |name| property == name),
                    }
            });
        } else if let (Some(key), Some(formula)) = (key(motion), formula::formula(motion)) {
            self.motions.insert(key.clone(), motion.clone());
            self.formulas.insert(key, formula);
        }
    }

    fn remove(&mut self, is_gone: impl Fn(&Key) -> bool) {
        self.motions.retain(|key, _| !is_gone(key));
        self.formulas.retain(|key, _| !is_gone(key));
    }
}

/// Whether a property belongs to the deck: its card may become another one.
fn is_of_deck(property: &str) -> bool {
    ["overlay", "detail", "fan"].iter().any(|part| is_within(property, part))
}

fn is_within(property: &str, part: &str) -> bool {
    property == part || property.starts_with(&format!("{part}."))
}

/// Written once for all kinds; none for a removal, and for a kind that this program does not know.
macro_rules! of_any_kind {
    ($motion:expr, $of:ident => $value:expr) => {
        match $motion {
            Motion::SetMotion($of) => Some($value),
            Motion::SpringMotion($of) => Some($value),
            Motion::CurveMotion($of) => Some($value),
            Motion::DecayMotion($of) => Some($value),
            Motion::SumMotion($of) => Some($value),
            Motion::ProductMotion($of) => Some($value),
            Motion::PiecewiseMotion($of) => Some($value),
            Motion::RemoveMotion(_) | Motion::UnknownMotion(_) => None,
        }
    };
}

fn key(motion: &Motion) -> Option<Key> {
    of_any_kind!(motion, of => {
        let card = of.card.clone().filter(|_| !is_of_deck(&of.property));
        (of.deck.clone(), card, of.property.clone())
    })
}

fn end(motion: &Motion) -> Option<u64> {
    match motion {
        Motion::SetMotion(of) => Some(of.end),
        Motion::CurveMotion(of) => Some(of.end),
        Motion::DecayMotion(of) => Some(of.end),
        Motion::SpringMotion(of) => Some(of.end.unwrap_or(u64::MAX)),
        Motion::SumMotion(of) => Some(of.end.unwrap_or(u64::MAX)),
        Motion::ProductMotion(of) => Some(of.end.unwrap_or(u64::MAX)),
        Motion::PiecewiseMotion(of) => Some(of.end.unwrap_or(u64::MAX)),
        Motion::RemoveMotion(_) | Motion::UnknownMotion(_) => None,
    }
}
