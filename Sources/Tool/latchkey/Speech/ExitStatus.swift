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
