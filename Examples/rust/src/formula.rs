//! The formulas of motions, as the descriptions of the types have them.

use deckd_types::models::{CurveFormula, Formula, Motion, SpringFormula};

/// A motion without what it belongs to; none for a removal, and for a kind that this program does not know.
pub fn formula(motion: &Motion) -> Option<Formula> {
    // A formula has the members of a motion but for those, and a decoder leaves out what it does not know.
    let json = serde_json::to_value(motion).ok()?;
    let formula = serde_json::from_value(json).ok()?;
    value(&formula, 0).map(|_| formula)
}

/// The value at a moment, in microseconds; none where a formula within is of a kind that this program does not know.
pub fn value(formula: &Formula, now: u64) -> Option<f64> {
    Some(match formula {
        Formula::SetFormula(set) => set.value,
        Formula::SpringFormula(spring) => self::spring(spring, now),
        Formula::CurveFormula(curve) => self::curve(curve, now),
        Formula::DecayFormula(decay) if now <= decay.start => decay.from,
        Formula::DecayFormula(decay) if now >= decay.end => decay.to,
        Formula::DecayFormula(decay) => {
            decay.from + decay.velocity / decay.rate * (1.0 - (-decay.rate * seconds(decay.start, now)).exp())
        }
        Formula::SumFormula(sum) => sum.of.iter().map(|term| value(term, now)).sum::<Option<f64>>()?,
        Formula::ProductFormula(product) => product.of.iter().map(|term| value(term, now)).product::<Option<f64>>()?,
        Formula::PiecewiseFormula(lookup) => piecewise(&lookup.points, value(&lookup.of, now)?),
        Formula::UnknownFormula(_) => return None,
    })
}

fn seconds(start: u64, now: u64) -> f64 {
    (now - start) as f64 / 1e6
}

fn spring(motion: &SpringFormula, now: u64) -> f64 {
    if motion.end.map_or(false, |end| now >= end) {
        return motion.to;
    }
    let successors = motion.then.iter().flatten();
    let last = successors.filter(|piece| piece.start <= now).last();
    let (from, velocity, stiffness, damping, start) = match last {
        Some(piece) => (piece.from, piece.velocity, piece.stiffness, piece.damping, piece.start),
        None => (motion.from, motion.velocity, motion.stiffness, motion.damping, motion.start),
    };
    if now <= start {
        return from;
    }
    let (time, distance, frequency) = (seconds(start, now), from - motion.to, stiffness.sqrt());
    let ratio = damping / (2.0 * frequency);
    let left = if (ratio - 1.0).abs() <= 1e-6 {
        (-frequency * time).exp() * (distance + (velocity + frequency * distance) * time)
    } else if ratio < 1.0 {
        let damped = frequency * (1.0 - ratio * ratio).sqrt();
        let swing = (velocity + ratio * frequency * distance) / damped;
        (-ratio * frequency * time).exp() * (distance * (damped * time).cos() + swing * (damped * time).sin())
    } else {
        let fast = -ratio * frequency - frequency * (ratio * ratio - 1.0).sqrt();
        // Their product is the stiffness. A difference of large numbers would have no digits left.
        let slow = stiffness / fast;
        let share = (velocity - fast * distance) / (slow - fast);
        share * (slow * time).exp() + (distance - share) * (fast * time).exp()
    };
    motion.to + left
}

fn curve(motion: &CurveFormula, now: u64) -> f64 {
    if now >= motion.end {
        return motion.to;
    }
    if now <= motion.start {
        return motion.from;
    }
    let bezier = |s: f64, first: f64, second: f64| {
        3.0 * (1.0 - s).powi(2) * s * first + 3.0 * (1.0 - s) * s * s * second + s.powi(3)
    };
    let progress = (seconds(motion.start, now) / motion.duration).min(1.0);
    // The abscissa ascends with s: half of the interval each time.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if bezier(middle, motion.curve[0], motion.curve[2]) < progress {
            low = middle;
        } else {
            high = middle;
        }
    }
    motion.from + (motion.to - motion.from) * bezier(low, motion.curve[1], motion.curve[3])
}

fn piecewise(points: &[Vec<f64>], input: f64) -> f64 {
    let next = points.iter().position(|point| point[0] > input).unwrap_or(points.len());
    if next == 0 || next == points.len() {
        return points[next.saturating_sub(1)][1];
    }
    let (before, after) = (&points[next - 1], &points[next]);
    before[1] + (after[1] - before[1]) * (input - before[0]) / (after[0] - before[0])
}
