public import ArgumentParser
import Foundation
import OneTimeCodes

/// The key of one-time passwords and its parameters. The key is never an argument: every user of the machine can see the arguments
/// of a process, and shells store them.
struct KeyOptions: ParsableArguments, ResultOptions {
    /// The part of the help of commands that read a key.
    static let help = """
        The key comes from standard input or a file: in Base32, as sites show it, with lower-case letters and spaces allowed, or as the \
        otpauth: URI of a QR code, which contains the parameters too. On a terminal the command asks for it without showing it. It is \
        never an argument, because every user of the machine can see arguments.
        """

    @Option(
        name: .customLong("key-file"), help: ArgumentHelp("The file with the key; standard input if omitted.", valueName: "file"))
    var file: String?

    @Option(help: "The hash function; SHA1 if omitted.")
    var algorithm: OneTimePasswordAlgorithm?

    @Option(help: ArgumentHelp("The number of digits: 6, 7 or 8; 6 if omitted.", valueName: "number"))
    var digits: Int?

    @Flag(help: "Write the result as JSON.")
    var json = false

    /// The key, alone or in a URI with its parameters.
    enum Material {
        case key(HOTP)
        case uri(OTPAuthURI)
    }

    /// Reads the key. Throws a ``CommandFailure`` for malformed input.
    func read() throws -> Material {
        let text = try Self.text(file)
        guard text.lowercased().hasPrefix("otpauth:") else { return .key(try hotp(try Self.key(text))) }
        guard algorithm == nil, digits == nil else {
            throw CommandFailure(.usage, "the URI already sets algorithm and digits", hint: "omit --algorithm and --digits")
        }
        do {
            return .uri(try OTPAuthURI(text))
        } catch {
            throw CommandFailure(.usage, error.description)
        }
    }

    private func hotp(_ key: OneTimePasswordKey) throws -> HOTP {
        guard let hotp = HOTP(key, algorithm: algorithm ?? .sha1, digits: digits ?? 6) else {
            throw CommandFailure(.usage, "--digits must be 6, 7 or 8")
        }
        if !key.isStrong { Terminal().say("the key is shorter than the 128 bits that RFC 4226 requires") }
        return hotp
    }

    private static func key(_ text: String) throws -> OneTimePasswordKey {
        let bytes: [UInt8]
        do {
            bytes = try Base32.decodeTyped(text)
        } catch {
            throw CommandFailure(.usage, "malformed key: \(error)", hint: "give the key in Base32, or an otpauth: URI")
        }
        guard let key = OneTimePasswordKey(bytes) else {
            throw CommandFailure(.usage, "a key has 10 to 128 bytes, not \(bytes.count)")
        }
        return key
    }

    private static func text(_ file: String?) throws -> String {
        if file == nil, StandardStream.isInputInteractive {
            guard let typed = getpass("latchkey: key: "), let text = String(validatingCString: typed) else {
                throw CommandFailure(.usage, "no key was given")
            }
            return text
        }
        var bytes = try LimitedFile.read(file ?? "-", limit: limit)
        while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw CommandFailure(.usage, "the key is not UTF-8") }
        return text
    }

    private static let limit = 8_192
}

extension OneTimePasswordAlgorithm: ExpressibleByArgument {}
