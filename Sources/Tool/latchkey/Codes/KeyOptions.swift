public import ArgumentParser
import Foundation
import OneTimeCodes

/// The key of one-time passwords and what belongs to it. The key is never an argument: every user of the machine can see the
/// arguments of a process, and shells keep them.
struct KeyOptions: ParsableArguments, ResultOptions {
    /// For the help of commands that take a key.
    static let help = """
        The key is read from standard input, or from a file: in Base32, as sites show it, small letters and spaces allowed; or as the \
        otpauth: URI of a QR code, which says the rest as well. In a terminal it is asked for and not shown. It is never an argument: every \
        user of the machine can see those.
        """

    @Option(
        name: .customLong("key-file"), help: ArgumentHelp("The file with the key; standard input if left out.", valueName: "file"))
    var file: String?

    @Option(help: "The hash function; SHA1 if left out.")
    var algorithm: OneTimePasswordAlgorithm?

    @Option(help: ArgumentHelp("The digits of a password: 6, 7 or 8; 6 if left out.", valueName: "number"))
    var digits: Int?

    @Flag(help: "Write the result as JSON.")
    var json = false

    /// What the key says of itself.
    enum Material {
        case key(HOTP)
        case uri(OTPAuthURI)
    }

    /// Reads the key.
    func read() throws -> Material {
        let text = try Self.text(file)
        guard text.lowercased().hasPrefix("otpauth:") else { return .key(try hotp(try Self.key(text))) }
        guard algorithm == nil, digits == nil else {
            throw CommandFailure(.usage, "the URI says algorithm and digits", hint: "leave out --algorithm and --digits")
        }
        do {
            return .uri(try OTPAuthURI(text))
        } catch {
            throw CommandFailure(.usage, error.description)
        }
    }

    private func hotp(_ key: OneTimePasswordKey) throws -> HOTP {
        guard let hotp = HOTP(key, algorithm: algorithm ?? .sha1, digits: digits ?? 6) else {
            throw CommandFailure(.usage, "a password has 6, 7 or 8 digits")
        }
        if !key.isStrong { Terminal().say("the key is shorter than the 128 bits that RFC 4226 demands") }
        return hotp
    }

    private static func key(_ text: String) throws -> OneTimePasswordKey {
        let bytes: [UInt8]
        do {
            bytes = try Base32.decodeTyped(text)
        } catch {
            throw CommandFailure(.usage, "not a key: \(error)", hint: "give the key in Base32, or an otpauth: URI")
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
