//! Prints where each card of deckd is, 60 times a second while one moves.

use deck_text::Scene;
use deckd_types::models::{FromDaemon, HelloRequest, HelloRequestId, SubscribeParams, SubscribeRequest};
use std::error::Error;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

const FRAME: Duration = Duration::from_micros(16_667);

extern "C" {
    fn clock_gettime(clock: i32, time: *mut [u64; 2]) -> i32;
}

/// Microseconds of CLOCK_MONOTONIC, the daemon's clock, which the standard library only gives differences of.
fn now() -> u64 {
    let mut time = [0; 2];
    // SAFETY: On 64-bit Linux a timespec is two 64-bit numbers, none of them negative here; 1 is CLOCK_MONOTONIC.
    unsafe { clock_gettime(1, &mut time) };
    time[0] * 1_000_000 + time[1] / 1000
}

/// A line per card: its middle, its angle and its opacity.
fn draw(scene: &Scene, now: u64) {
    for deck in scene.decks() {
        for (card, place) in scene.cards(deck, now) {
            let value = |name: &str| place.get(name).copied().unwrap_or(0.0);
            let (x, y) = (value("x") + value("w") / 2.0, value("y") + value("h") / 2.0);
            let (rotation, opacity) = (value("rotation"), value("opacity"));
            println!("{now:>13} {deck} {card:<12} x {x:8.3} y {y:8.3} rotation {rotation:7.3} opacity {opacity:5.3}");
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "/run/deckd/deckd.sock".into());
    let mut socket = UnixStream::connect(&path).map_err(|error| format!("{path}: {error}"))?;
    let mut lines = BufReader::new(socket.try_clone()?);
    let mut send = |line: String| writeln!(socket, "{line}");
    // The constants of a message are the defaults of its type.
    let id = |text: &str| Some(Some(Box::new(HelloRequestId::String(text.into()))));
    let hello = HelloRequest { id: id("hello"), ..HelloRequest::default() };
    let topics = vec!["events".into(), "motions".into()];
    let params = Box::new(SubscribeParams { deck: Some("*".into()), topics, ..SubscribeParams::default() });
    let subscribe = SubscribeRequest { id: id("subscribe"), params, ..SubscribeRequest::default() };
    send(serde_json::to_string(&hello)?)?;
    send(serde_json::to_string(&subscribe)?)?;

    let (mut scene, mut line, mut drawn) = (Scene::default(), Vec::new(), 0);
    loop {
        let is_moving = drawn < scene.end();
        lines.get_ref().set_read_timeout(is_moving.then(|| FRAME))?;
        match lines.read_until(b'\n', &mut line) {
            Ok(0) => return Err("the daemon has closed the connection".into()),
            Ok(_) => {
                scene.receive(&serde_json::from_slice::<FromDaemon>(&line)?);
                line.clear();
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(error) => return Err(error.into()),
        }
        let now = now();
        if scene.end() > drawn && now - drawn >= FRAME.as_micros() as u64 {
            draw(&scene, now);
            drawn = now;
        }
    }
}
