import AccountServer
import Accounts

/// Why a command stops: what to say, what to do about it, and the code to exit with.
struct CommandFailure: Error {
    let status: ExitStatus
    /// One line for each thing to say; lower case, without a full stop.
    let messages: [String]
    let hint: String?

    init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
        self.init(status, [message], hint: hint)
    }

    /// - Parameter messages: none where all was said already.
    init(_ status: ExitStatus, _ messages: [String], hint: String? = nil) {
        self.status = status
        self.messages = messages
        self.hint = hint
    }
}

extension CommandFailure {
    /// What the command says of an error that came from below.
    init(explaining error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let problems as ConfigurationProblems: self.init(problems)
        case let problem as ConfigurationProblem: self.init(.configuration, problem.description)
        case let error as StoreError: self.init(error)
        case let unknown as UnknownSealingKeys: self.init(.store, unknown.description, hint: unknown.remedy)
        default: self.init(.failure, "unexpected failure: \(error)")
        }
    }

    /// A configuration that cannot be read.
    init(_ problems: ConfigurationProblems) {
        self.init(
            .configuration, problems.problems.map(\.description), hint: "`latchkey config keys` lists all keys with what they take")
    }

    /// A configuration that is not for production.
    init(_ unsafe: UnsafeConfiguration) {
        self.init(
            .configuration, unsafe.problems.map { "unsafe: \($0)" }, hint: "`latchkey dev` runs without these for development")
    }

    init(_ error: StoreError) {
        let hint: String? =
            switch error.code {
            case .unavailable: "check the path, and that this account may read and write the file and its folder"
            case .full: "make room on the disk, then try again"
            case .corrupt: "keep the file as it is, and restore a backup: latchkey store backup makes them"
            case .newerSchema: "use the version of latchkey that wrote it, or a later one"
            case .outcomeUnknown: "the change may have happened; look before trying again"
            case .failed: nil
            }
        self.init(.store, "the store failed (\(error.code)): \(error.reason)", hint: hint)
    }

    /// A socket that cannot be opened because something else listens there.
    static func addressInUse(_ address: String, key: String) -> CommandFailure {
        CommandFailure(.address, "\(address) is in use", hint: "stop what listens there, or choose another port: \(key)")
    }
}

/// How the command ends. The numbers are documented in docs/commands.md and never change their meaning.
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
        case .negative: "done, and the answer is no: not found, damaged, or some lines refused"
        case .usage: "wrong usage or bad input"
        case .configuration: "the configuration is refused"
        case .store: "the store cannot be used"
        case .address: "the address cannot be listened on"
        case .failure: "anything else that failed"
        }
    }

    /// The list for `latchkey help`.
    static var help: String {
        let lines = allCases.map { status in
            "  " + "\(status.rawValue)".padded(to: 4) + status.meaning
        }
        return "Exit codes:\n" + lines.joined(separator: "\n")
    }
}

extension String {
    /// This text with spaces up to `width` characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
