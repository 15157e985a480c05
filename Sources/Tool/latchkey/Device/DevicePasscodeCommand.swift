import ArgumentParser
import DeviceBroker
import Foundation
import PasswordHashing
import Secrets

struct DevicePasscodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passcode", abstract: "Set, change or remove the device's passcode.",
        subcommands: [DevicePasscodeSetCommand.self, DevicePasscodeChangeCommand.self, DevicePasscodeRemoveCommand.self])
}

struct DevicePasscodeSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set the first passcode.",
        example: "latchkey device passcode set --state ~/device")

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var device: DeviceOptions

    func run() throws {
        let chosen = try PasscodeInput.readNew(passcode.passcodeFile)
        try device.ask(.setPasscode(chosen))
        Terminal().say("passcode set")
        try device.warn(of: chosen)
    }
}

struct DevicePasscodeChangeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Change the passcode.", example: "latchkey device passcode change --state ~/device")

    @OptionGroup var passcode: PasscodeOptions

    @Option(help: ArgumentHelp("A file with the new passcode, - for standard input.", valueName: "file"))
    var newPasscodeFile: String?

    @OptionGroup var device: DeviceOptions

    func validate() throws {
        if passcode.passcodeFile == "-", newPasscodeFile == "-" {
            throw ValidationError("only one of the passcodes can come from standard input")
        }
    }

    func run() throws {
        guard StandardStream.isInputInteractive || (passcode.passcodeFile != nil && newPasscodeFile != nil) else {
            throw CommandFailure(.usage, "missing passcodes", hint: "give --passcode-file and --new-passcode-file")
        }
        let former = try passcode.read()
        let chosen = try PasscodeInput.readNew(newPasscodeFile)
        try device.ask(.changePasscode(from: former, to: chosen))
        Terminal().say("passcode changed")
        try device.warn(of: chosen)
    }
}

extension DeviceOptions {
    /// Prints how long a search for a short passcode takes, measured here. A TPM limits guesses itself, so it needs no warning.
    fileprivate func warn(of passcode: SecretBytes) throws {
        guard let search = PasscodeSearch(passcode), case .status(let status) = try ask(.status), !status.isHardwareBacked else {
            return
        }
        let clock = ContinuousClock()
        let salt = [UInt8](repeating: 0, count: PasswordKey.saltByteCount)
        let guess = try clock.measure { _ = try PasswordKey.derive(from: passcode, salt: salt, parameters: .standard) }
        Terminal().say(search.warning(oneGuessTaking: guess))
    }
}

/// The search for a short passcode by an attacker who has copied the device's folder.
struct PasscodeSearch {
    /// The number of digits that needs no warning.
    static let enoughDigits = 6

    /// The number of passcodes of the same length and the same kinds of characters.
    private let candidates: Double
    private let kind: String

    /// Returns nil for a passcode that takes at least as long to find as one of ``enoughDigits``.
    init?(_ passcode: SecretBytes) {
        let kinds: [CharacterKind: Int] = passcode.withBytes { bytes in
            bytes.reduce(into: [:]) { kinds, byte in
                // Counts the first byte of each character in UTF-8.
                if byte & 0xC0 != 0x80 { kinds[CharacterKind(byte), default: 0] += 1 }
            }
        }
        let alphabet = kinds.keys.reduce(0) { $0 + $1.size }
        let length = kinds.values.reduce(0, +)
        candidates = Self.power(alphabet, length)
        guard candidates < Self.power(CharacterKind.digit.size, Self.enoughDigits) else { return nil }
        kind = "\(length) \(kinds.keys.allSatisfy { $0 == .digit } ? "digit" : "such character")\(length == 1 ? "" : "s")"
    }

    private static func power(_ base: Int, _ exponent: Int) -> Double {
        (0..<exponent).reduce(1) { all, _ in all * Double(base) }
    }

    /// The kinds of characters. Those outside ASCII count as signs.
    private enum CharacterKind {
        case digit, lowercase, uppercase, sign

        /// The number of characters of the kind.
        var size: Int {
            switch self {
            case .digit: 10
            case .lowercase, .uppercase: 26
            case .sign: 33
            }
        }

        init(_ byte: UInt8) {
            self =
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
                case UInt8(ascii: "a")...UInt8(ascii: "z"): .lowercase
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): .uppercase
                default: .sign
                }
        }
    }

    func warning(oneGuessTaking time: Duration) -> String {
        let seconds = time / .seconds(1) * candidates
        let (count, unit) =
            switch seconds {
            case ..<90: (seconds, "seconds")
            case ..<5_400: (seconds / 60, "minutes")
            case ..<129_600: (seconds / 3_600, "hours")
            default: (seconds / 86_400, "days")
            }
        return
            "warning: an attacker who copies the device's folder can try all passcodes of \(kind) in "
            + "\(Int(count.rounded(.up))) \(unit) on a machine like this one; choose \(Self.enoughDigits) digits or more, or words"
    }
}

struct DevicePasscodeRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove the passcode, and the items that require one.",
        example: "latchkey device passcode remove --state ~/device")

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.removePasscode(try passcode.read()))
        Terminal().say("passcode removed")
    }
}

/// The source of the passcode.
struct PasscodeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with the passcode, - for standard input. If omitted, the command asks for it on a terminal.", valueName: "file"
        ))
    var passcodeFile: String?

    func read() throws -> SecretBytes {
        try PasscodeInput.read(passcodeFile, named: "passcode")
    }
}

/// A passcode for a command: from a file, from standard input, or typed without being shown. It is never an argument, because every
/// user of the machine can see arguments.
enum PasscodeInput {
    static func read(_ file: String?, named name: String) throws -> SecretBytes {
        if let file { return try contents(of: file, name) }
        guard StandardStream.isInputInteractive else { return try contents(of: "-", name) }
        return try type(name)
    }

    /// Reads a new passcode. On a terminal, asks for it twice.
    static func readNew(_ file: String?, named name: String = "passcode") throws -> SecretBytes {
        let first = try read(file, named: "new \(name)")
        guard file == nil, StandardStream.isInputInteractive else { return first }
        let second = try type("new \(name) again")
        let isSame = first.withBytes { first in second.withBytes { first.elementsEqual($0) } }
        guard isSame else { throw CommandFailure(.usage, "the two \(name)s differ; nothing was changed") }
        return first
    }

    private static func type(_ name: String) throws -> SecretBytes {
        guard case .line(let bytes) = try TerminalInput.read("latchkey: \(name): ", isHidden: true) else {
            throw CommandFailure(.usage, "no \(name) was given")
        }
        return SecretBytes(bytes)
    }

    /// Returns the content without the final line end.
    private static func contents(of file: String, _ name: String) throws -> SecretBytes {
        var bytes = try LimitedFile.read(file, limit: PasscodeKeeper.maximumLength + 2)
        bytes.removeLineEnd()
        guard !bytes.isEmpty else {
            let option = name.split(separator: " ").last ?? "passcode"
            let hint = file == "-" ? "type it on a terminal, or name its file with --\(option)-file" : nil
            throw CommandFailure(.usage, "no \(name) was given", hint: hint)
        }
        return SecretBytes(bytes)
    }
}
