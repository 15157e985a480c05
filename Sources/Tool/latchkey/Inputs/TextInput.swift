/// One text for a command: its argument, or else standard input without the line end that closes it.
enum TextInput {
    /// The argument, or what standard input holds.
    ///
    /// - Parameters:
    ///   - argument: the argument; nil where it was left out.
    ///   - name: what is read, for a person who is asked to type it.
    /// - Throws: a ``CommandFailure`` for more than ``limit`` bytes and for what is not UTF-8.
    static func read(_ argument: String?, named name: String) throws -> String {
        if let argument { return argument }
        if StandardStream.isInputInteractive {
            Terminal().say("reading \(name) from standard input; end with a line end and control-D")
        }
        return try read(named: name)
    }

    /// What standard input holds. Otherwise as ``read(_:named:)``.
    static func read(named name: String) throws -> String {
        guard var bytes = try StandardStream.readAll(limit: limit) else {
            throw CommandFailure(.usage, "\(name) on standard input: more than \(limit) bytes")
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.usage, "\(name) on standard input: not UTF-8")
        }
        return text
    }

    /// The longest text in bytes; the rules library reads less.
    static let limit = 131_072
}
