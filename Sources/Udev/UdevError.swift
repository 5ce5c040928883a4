/// udev cannot be reached.
package struct UdevError: Error, Hashable, Sendable {
  package var errno: Int32
}
