import WebClient

extension WebClientError {
    /// A stable name for programs.
    var code: String {
        switch self {
        case .insecure: "insecure"
        case .unresolvable: "unresolvable"
        case .addressesRefused: "private-address"
        case .unreachable: "unreachable"
        case .untrusted: "untrusted-certificate"
        case .timedOut: "timed-out"
        case .tooLarge: "too-large"
        case .malformed: "malformed-answer"
        case .cancelled: "cancelled"
        }
    }

    /// How a command ends that this stopped. What a device would take for a no is a no.
    var exitStatus: ExitStatus {
        switch self {
        case .untrusted, .tooLarge: .negative
        case .insecure, .addressesRefused: .usage
        case .unresolvable, .unreachable, .timedOut, .malformed, .cancelled: .failure
        }
    }
}
