import AccountServer
import Accounts
import Foundation
import NIOCore

/// The reason why a command stops: messages, a hint, and the exit code.
struct CommandFailure: Error {
    let status: ExitStatus
    /// The messages, one line each, in lower case and without a full stop.
    let messages: [String]
    let hint: String?

    init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
        self.init(status, [message], hint: hint)
    }

    /// - Parameter messages: empty if the command already wrote them.
    init(_ status: ExitStatus, _ messages: [String], hint: String? = nil) {
        self.status = status
        self.messages = messages
        self.hint = hint
    }
}

extension CommandFailure {
    /// Creates the failure that reports an error of a library.
    init(explaining error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let problems as ConfigurationProblems: self.init(problems)
        case let problem as ConfigurationProblem: self.init(.configuration, problem.description)
        case let error as StoreError: self.init(error)
        case let unknown as UnknownSealingKeys: self.init(.store, unknown.description, hint: unknown.remedy)
        case let other as OtherRelyingParty: self.init(.store, other.description, hint: other.remedy)
        default: self.init(.failure, "unexpected failure: \(error)")
        }
    }

    /// Creates the failure of a malformed or incomplete configuration.
    init(_ problems: ConfigurationProblems) {
        self.init(
            .configuration, problems.problems.map(\.description), hint: "`latchkey config keys` lists all keys and their values")
    }

    /// Creates the failure of a valid configuration that is not safe in production.
    init(_ unsafe: UnsafeConfiguration) {
        self.init(
            .configuration, unsafe.problems.map { "unsafe: \($0)" },
            hint: "`latchkey dev` runs without these checks for development")
    }

    init(_ error: StoreError) {
        let hint: String? =
            switch error.code.value {
            case .unavailable: "check the path, and that this user may read and write the file and its folder"
            case .full: "free space on the disk, then try again"
            case .corrupt: "keep the file as it is, and restore a backup made by `latchkey store backup`"
            case .newerSchema: "use the version of latchkey that wrote it, or a later one"
            case .outcomeUnknown: "the change may have been made; check before you try again"
            case .failed: nil
            }
        self.init(.store, "store error (\(error.code)): \(error.reason)", hint: hint)
    }

    /// Creates the failure of a command that cannot listen on an address. Returns nil for another error.
    ///
    /// - Parameter key: what sets the port.
    init?(listeningOn address: String, _ error: IOError, port key: String) {
        switch error.errnoCode {
        case EADDRINUSE: self = .addressInUse(address, key: key)
        case EADDRNOTAVAIL:
            self.init(
                .address, "this machine does not have the address of \(address)",
                hint: "set listener.host to an address of this machine")
        case EACCES: self.init(.address, "this user may not listen on \(address)", hint: "choose a port from 1024: \(key)")
        default: return nil
        }
    }

    /// Returns the failure of an address on which another program already listens.
    static func addressInUse(_ address: String, key: String) -> CommandFailure {
        CommandFailure(
            .address, "\(address) is in use", hint: "stop the program that listens there, or choose another port: \(key)")
    }
}

/// The exit codes of the command. docs/commands.md documents the numbers; their meanings never change.
enum ExitStatus: Int32, CaseIterable {
    case success = 0
    case negative = 1
    case usage = 2
    case configuration = 3
    case store = 4
    case address = 5
    case failure = 70

    var meaning: String {
        switch self {
        case .success: "done"
        case .negative: "done, and the result is negative: not found, damaged, or some lines rejected"
        case .usage: "wrong usage or bad input"
        case .configuration: "the configuration is rejected"
        case .store: "the store cannot be used"
        case .address: "the address cannot be listened on"
        case .failure: "any other failure"
        }
    }

    /// The list of exit codes in `latchkey help`.
    static var help: String {
        let lines = allCases.map { status in
            "  " + "\(status.rawValue)".padded(to: 4) + status.meaning
        }
        return "Exit codes:\n" + lines.joined(separator: "\n")
    }
}

extension String {
    /// Returns this text followed by spaces up to `width` characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
