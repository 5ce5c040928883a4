#ifndef CSPRING_H
#define CSPRING_H

// The formula of Kinetics' Spring.state(after:displacement:velocity:) in C, to measure Swift by. A release build
// compiles it with -O2.
struct c_spring {
  double damping_fraction;
  double frequency; // ω₀
  double splitting; // ω₀·√|1 − ζ²|
};

struct c_state {
  double position;
  double velocity;
};

struct c_spring c_spring_make(double response, double damping_fraction);
struct c_state c_spring_state(const struct c_spring *spring, double time, double displacement, double velocity);

#endif
