/// What a secret on standard input is taken for.
enum SecretInput {
    /// One line of text without the line end that closes it, which is no part of what somebody wrote; anything else as it is: several lines,
    /// bytes that are no UTF-8, text with characters that no line has.
    static func withoutLineEnd(_ bytes: [UInt8]) -> [UInt8] {
        var line = bytes[...]
        guard line.last == UInt8(ascii: "\n") else { return bytes }
        line.removeLast()
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        let isLine = line.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
        return isLine && String(validating: line, as: UTF8.self) != nil ? Array(line) : bytes
    }
}
