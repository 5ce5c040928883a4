"""Input devices of the kernel's uinput: a touchscreen with ten contacts, a keyboard, a motor and an accelerometer."""

import fcntl
import math
import os
import select
import struct
import threading
import time

EV_SYN, EV_KEY, EV_ABS, EV_FF = 0, 1, 3, 21
SYN_REPORT = 0
KEY_A, BTN_TOUCH = 30, 0x14A
ABS_X, ABS_Y, ABS_Z = 0, 1, 2
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
ABS_MT_TOOL_TYPE, MT_TOOL_PALM = 0x37, 2
FF_RUMBLE = 0x50
INPUT_PROP_DIRECT, INPUT_PROP_ACCELEROMETER = 1, 6
BUS_USB = 3

UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
UI_DEV_SETUP, UI_ABS_SETUP = 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT, UI_SET_PROPBIT = 0x40045564, 0x40045565, 0x40045567, 0x4004556E
UI_SET_FFBIT = 0x4004556B
UI_GET_SYSNAME = 0x8040552C  # of 64 bytes
EV_UINPUT, UI_FF_UPLOAD, UI_FF_ERASE = 0x0101, 1, 2
UI_BEGIN_FF_UPLOAD, UI_END_FF_UPLOAD = 0xC06855C8, 0x406855C9  # of two effects of 48 bytes each
UI_BEGIN_FF_ERASE, UI_END_FF_ERASE = 0xC00C55CA, 0x400C55CB

EVENT = struct.Struct("llHHi")


class Device:
    """A device of uinput; its node appears with it, and goes with `remove`."""

    def __init__(self, name, keys=(), axes=None, properties=(), effects=()):
        self.name = name
        self.descriptor = os.open("/dev/uinput", os.O_RDWR)
        for key in keys:
            self._allow(UI_SET_EVBIT, EV_KEY)
            self._allow(UI_SET_KEYBIT, key)
        for each in effects:
            self._allow(UI_SET_EVBIT, EV_FF)
            self._allow(UI_SET_FFBIT, each)
        for axis, (maximum, resolution) in (axes or {}).items():
            self._allow(UI_SET_EVBIT, EV_ABS)
            self._allow(UI_SET_ABSBIT, axis)
            fcntl.ioctl(
                self.descriptor, UI_ABS_SETUP, struct.pack("H2x6i", axis, 0, 0, maximum, 0, 0, resolution)
            )
        for each in properties:
            self._allow(UI_SET_PROPBIT, each)
        fcntl.ioctl(
            self.descriptor,
            UI_DEV_SETUP,
            struct.pack("4H80sI", BUS_USB, 0x1234, 0x5678, 1, name.encode(), 16 if effects else 0),
        )
        fcntl.ioctl(self.descriptor, UI_DEV_CREATE)

    def _allow(self, request, value):
        fcntl.ioctl(self.descriptor, request, value)

    @property
    def node(self):
        """The path of the event node, by the device's own name in sysfs: numbers are taken again."""
        system_name = fcntl.ioctl(self.descriptor, UI_GET_SYSNAME, bytes(64)).rstrip(b"\0").decode()
        folder = f"/sys/devices/virtual/input/{system_name}"
        return "/dev/input/" + next(each for each in os.listdir(folder) if each.startswith("event"))

    def write(self, *events):
        """One frame, in one write, so that no reader sees half of it."""
        frame = [*events, (EV_SYN, SYN_REPORT, 0)]
        os.write(self.descriptor, b"".join(EVENT.pack(0, 0, *each) for each in frame))

    def remove(self):
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None


class Panel(Device):
    """A touchscreen of 100 × 200 mm; positions are fractions of its width and height."""

    WIDTH, HEIGHT = 2000, 4000
    RESOLUTION = 20  # units per millimeter

    def __init__(self, name="Panel"):
        x, y = (self.WIDTH, self.RESOLUTION), (self.HEIGHT, self.RESOLUTION)
        axes = {ABS_X: x, ABS_Y: y, ABS_MT_SLOT: (9, 0), ABS_MT_TRACKING_ID: (65535, 0)}
        axes |= {ABS_MT_POSITION_X: x, ABS_MT_POSITION_Y: y}
        super().__init__(name, keys=[BTN_TOUCH], axes=axes, properties=[INPUT_PROP_DIRECT])
        self._next_id = 0

    def _position(self, x, y):
        x, y = round(x * self.WIDTH), round(y * self.HEIGHT)
        return [(EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y), (EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y)]

    def down(self, x, y):
        self._next_id += 1
        self.write(
            (EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, self._next_id), (EV_KEY, BTN_TOUCH, 1),
            *self._position(x, y),
        )

    def move(self, x, y):
        self.write(*self._position(x, y))

    def up(self):
        self.write((EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_KEY, BTN_TOUCH, 0))

    def drag(self, start, end, frames=10, interval=0.01, y=0.5):
        """A finger comes down and moves, and stays down."""
        self.down(start, y)
        for frame in range(1, frames + 1):
            time.sleep(interval)
            self.move(start + (end - start) * frame / frames, y)

    def swipe(self):
        """A swipe to the right. Returns when the finger was lifted, in microseconds of CLOCK_MONOTONIC."""
        self.drag(0.3, 0.9)
        time.sleep(0.01)
        self.up()
        return time.monotonic_ns() // 1000


def keyboard(name="Keyboard"):
    return Device(name, keys=range(1, 84))


class Motor(Device):
    """A vibration motor, with what its driver, this object, gets from the kernel: effects, and which of them it plays.

    A driver that does not answer keeps whoever uploads an effect waiting.
    """

    EFFECT = struct.Struct("HhHHHHH2xHH28x")

    def __init__(self, name="Motor", answers=True):
        super().__init__(name, effects=[FF_RUMBLE])
        self.answers = answers
        self.effects = {}  # by number: length, delay, strong and weak magnitude
        self.played = []  # numbers, and how often each is played
        self.asked = 0
        self._ended = False
        self._thread = threading.Thread(target=self._drive)
        self._thread.start()

    def _drive(self):
        while not self._ended:
            if not select.select([self.descriptor], [], [], 0.1)[0]:
                continue
            for _, _, kind, code, value in EVENT.iter_unpack(os.read(self.descriptor, EVENT.size * 16)):
                if kind == EV_FF and code in self.effects:
                    self.played.append((code, value))
                elif kind == EV_UINPUT:
                    self.asked += 1
                    if self.answers:
                        self._answer(code, value)

    def _answer(self, code, request):
        if code == UI_FF_UPLOAD:
            upload = bytearray(struct.pack("Ii96x", request, 0))
            fcntl.ioctl(self.descriptor, UI_BEGIN_FF_UPLOAD, upload)
            _, number, _, _, _, length, delay, strong, weak = self.EFFECT.unpack_from(upload, 8)
            self.effects[number] = (length, delay, strong, weak)
            fcntl.ioctl(self.descriptor, UI_END_FF_UPLOAD, bytes(upload))
        elif code == UI_FF_ERASE:
            erase = bytearray(struct.pack("IiI", request, 0, 0))
            fcntl.ioctl(self.descriptor, UI_BEGIN_FF_ERASE, erase)
            self.effects.pop(struct.unpack_from("I", erase, 8)[0], None)
            fcntl.ioctl(self.descriptor, UI_END_FF_ERASE, bytes(erase))

    def remove(self):
        self._ended = True
        self._thread.join()
        super().remove()


class Accelerometer(Device):
    """An accelerometer that lies flat until it is shaken."""

    UNITS = 1024  # per g

    def __init__(self, name="Accelerometer"):
        axes = {axis: (8 * self.UNITS, self.UNITS) for axis in (ABS_X, ABS_Y, ABS_Z)}
        super().__init__(name, axes=axes, properties=[INPUT_PROP_ACCELEROMETER])
        self.write((EV_ABS, ABS_Z, self.UNITS))

    def shake(self, seconds, peak=2.0, frequency=3.0):
        """Moves to and fro along x, with as many samples as the machine has time for."""
        start = time.monotonic()
        while (passed := time.monotonic() - start) < seconds:
            self.write((EV_ABS, ABS_X, round(peak * self.UNITS * math.sin(2 * math.pi * frequency * passed))))
            time.sleep(0.01)
        self.write((EV_ABS, ABS_X, 0))


class Reader:
    """A second reader of an event node, beside the daemon: the events that it could read up to now."""

    def __init__(self, node):
        self.descriptor = os.open(node, os.O_RDONLY | os.O_NONBLOCK)

    def read(self):
        return [event for _, event in self.read_timed()]

    def read_timed(self):
        """The events, each with the kernel's time of it, in seconds of `time.time()`."""
        events = []
        while True:
            try:
                data = os.read(self.descriptor, EVENT.size * 64)
            except BlockingIOError:
                return events
            for seconds, microseconds, *event in EVENT.iter_unpack(data):
                events.append((seconds + microseconds / 1e6, tuple(event)))

    def close(self):
        os.close(self.descriptor)
