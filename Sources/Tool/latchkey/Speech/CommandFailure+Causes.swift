import AccountServer
import Accounts

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
