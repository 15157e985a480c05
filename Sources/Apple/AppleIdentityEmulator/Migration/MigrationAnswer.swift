/// The answer of `/auth/usermigrationinfo` (facts 1.12).
public enum MigrationAnswer: Sendable, Hashable {
    /// To the team that gives the app away.
    case transferIdentifier(Subject)
    /// To the team that received the app; the address only for people who hide theirs.
    case user(subject: Subject, relayAddress: String?)

    /// The JSON body, members in a fixed order.
    public var body: [UInt8] {
        switch self {
        case .transferIdentifier(let identifier): WireJSON.bytes(["transfer_sub": identifier.rawValue])
        case .user(let subject, let address):
            WireJSON.bytes(Members(sub: subject, email: address, is_private_email: address.map { _ in true }))
        }
    }

    private struct Members: Encodable {
        let sub: Subject
        let email: String?
        let is_private_email: Bool?
    }
}
