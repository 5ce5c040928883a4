"""Input devices that the kernel's uinput makes: a touchscreen with ten contacts, and a keyboard."""

import fcntl
import os
import struct
import time

EV_SYN, EV_KEY, EV_ABS, EV_FF = 0, 1, 3, 21
SYN_REPORT = 0
KEY_A, BTN_TOUCH = 30, 0x14A
ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0, 1, 0x2F, 0x35, 0x36, 0x39
INPUT_PROP_DIRECT = 1
BUS_USB = 3

UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
UI_DEV_SETUP, UI_ABS_SETUP = 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT, UI_SET_PROPBIT = 0x40045564, 0x40045565, 0x40045567, 0x4004556E
UI_GET_SYSNAME = 0x8040552C  # of 64 bytes

EVENT = struct.Struct("llHHi")


class Device:
    """A device of uinput; its node appears with it, and goes with `remove`."""

    def __init__(self, name, keys=(), axes=None, properties=()):
        self.name = name
        self.descriptor = os.open("/dev/uinput", os.O_RDWR)
        for key in keys:
            self._allow(UI_SET_EVBIT, EV_KEY)
            self._allow(UI_SET_KEYBIT, key)
        for axis, (maximum, resolution) in (axes or {}).items():
            self._allow(UI_SET_EVBIT, EV_ABS)
            self._allow(UI_SET_ABSBIT, axis)
            fcntl.ioctl(
                self.descriptor, UI_ABS_SETUP, struct.pack("H2x6i", axis, 0, 0, maximum, 0, 0, resolution)
            )
        for each in properties:
            self._allow(UI_SET_PROPBIT, each)
        fcntl.ioctl(
            self.descriptor, UI_DEV_SETUP, struct.pack("4H80sI", BUS_USB, 0x1234, 0x5678, 1, name.encode(), 0)
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


class Reader:
    """A second reader of an event node, beside the daemon: the events that it could read up to now."""

    def __init__(self, node):
        self.descriptor = os.open(node, os.O_RDONLY | os.O_NONBLOCK)

    def read(self):
        events = []
        while True:
            try:
                data = os.read(self.descriptor, EVENT.size * 64)
            except BlockingIOError:
                return events
            events += [each[2:] for each in EVENT.iter_unpack(data)]

    def close(self):
        os.close(self.descriptor)
