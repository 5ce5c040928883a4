# What libinput shall report for a recording of protocol B, in touchbed-reader's words:
#   awk -v node=event0 -v start=MICROSECONDS -f expect.awk DESCRIPTION RECORDING
# A decoder of its own, so that the bed and libinput are compared with something.

function position(value, axis) {
  return (value - low[axis]) * 1000000 / (high[axis] - low[axis] + 1)
}

function flush(time,   slot, any) {
  for (slot = 0; slot < 32; slot++) {
    if (!(slot in dirty)) continue
    word = ended[slot] ? "UP" : begun[slot] ? "DOWN" : "MOTION"
    if (ended[slot])
      printf "UP %s %.0f %d\n", node, time, slot
    else
      printf "%s %s %.0f %d %.2f %.2f\n", word, node, time, slot, position(x[slot], "35"), position(y[slot], "36")
    any = 1
  }
  delete dirty; delete begun; delete ended
  if (any) printf "FRAME %s %.0f\n", node, time
}

BEGIN { slot = 0 }
$1 == "A:" && FNR == NR { low[$2] = $3; high[$2] = $4 }
$1 != "E:" || FNR == NR { next }
{ split($2, clock, "."); now = clock[1] * 1000000 + clock[2] }
$3 == "0003" && $4 == "002f" { slot = $5 + 0 }
$3 == "0003" && $4 == "0035" { x[slot] = $5; dirty[slot] = 1 }
$3 == "0003" && $4 == "0036" { y[slot] = $5; dirty[slot] = 1 }
$3 == "0003" && $4 == "0039" { dirty[slot] = 1; if ($5 < 0) ended[slot] = 1; else begun[slot] = 1 }
$3 == "0000" && $4 == "0000" {
  if (!origin) origin = now
  flush(start + now - origin)
}
