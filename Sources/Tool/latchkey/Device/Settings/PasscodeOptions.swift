import ArgumentParser
import DeviceBroker
import Foundation
import Secrets

/// Where the passcode comes from.
struct PasscodeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with the passcode, - for standard input. Without it the passcode is asked for in a terminal.", valueName: "file"
        ))
    var passcodeFile: String?

    func read() throws -> SecretBytes {
        try PasscodeInput.read(passcodeFile, named: "passcode")
    }
}

/// A passcode for a command: from a file, from standard input, or typed without being shown; never from an argument, which every user of
/// the machine can see.
enum PasscodeInput {
    static func read(_ file: String?, named name: String) throws -> SecretBytes {
        if let file { return try contents(of: file, name) }
        guard StandardStream.isInputInteractive else { return try contents(of: "-", name) }
        return try type(name)
    }

    /// A passcode that is to be chosen: in a terminal it is asked for twice.
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

    /// Without the line end that closes it.
    private static func contents(of file: String, _ name: String) throws -> SecretBytes {
        var bytes = try LimitedFile.read(file, limit: PasscodeKeeper.maximumLength + 2)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard !bytes.isEmpty else {
            let option = name.split(separator: " ").last ?? "passcode"
            let hint = file == "-" ? "type it in a terminal, or name a file that holds it with --\(option)-file" : nil
            throw CommandFailure(.usage, "no \(name) was given", hint: hint)
        }
        return SecretBytes(bytes)
    }
}
