/// A number of at least 0 with leading zeros up to `width` digits: `007`.
package func padded(_ number: some BinaryInteger, to width: Int, radix: Int = 10) -> String {
  let digits = String(number, radix: radix)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
