#include "CSpring.h"

#include <math.h>

struct c_spring c_spring_make(double response, double damping_fraction) {
  double frequency = 2 * M_PI / response;
  return (struct c_spring){damping_fraction, frequency,
                           frequency * sqrt(fabs(1 - damping_fraction)) * sqrt(1 + damping_fraction)};
}

struct c_state c_spring_state(const struct c_spring *spring, double time, double displacement, double velocity) {
  double frequency = spring->frequency;
  double rate = spring->damping_fraction * frequency;
  if (spring->damping_fraction < 1) {
    double decay = exp(-rate * time);
    double cosine = cos(spring->splitting * time);
    double sine = sin(spring->splitting * time) / spring->splitting;
    double pull = rate * velocity + frequency * frequency * displacement;
    return (struct c_state){decay * (displacement * cosine + (velocity + rate * displacement) * sine),
                            decay * (velocity * cosine - pull * sine)};
  }
  double fast = rate + spring->splitting;
  double slow = frequency / fast * frequency;
  double decay = exp(-slow * time);
  double gap = 2 * spring->splitting;
  double growth = gap > 0 ? -expm1(-gap * time) / gap : time;
  double impetus = velocity + slow * displacement;
  return (struct c_state){decay * (displacement + impetus * growth), decay * (velocity - fast * impetus * growth)};
}
