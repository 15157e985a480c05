/// Asks how a person stands whom the app signed in before.
package struct ReadCredentialState: SystemRequest, Equatable {
    package typealias Answer = CredentialStateOutcome
    package static let kind = RequestKind.readCredentialState
    /// The longest identifier that is looked up, in bytes. No longer one was ever given out.
    package static let maximumUserLength = 255

    package let context: ContextReference
    package let user: String

    package init(context: ContextReference, user: String) {
        self.context = context
        self.user = user
    }

    package init(from reader: inout WireReader) throws(WireError) {
        context = try reader.value()
        user = try reader.text(atMost: Self.maximumUserLength)
    }

    package func write(to writer: inout WireWriter) {
        writer.value(context)
        writer.text(user)
    }
}

/// How a person stands, or why nobody can tell.
package enum CredentialStateOutcome: Equatable, Sendable {
    case state(CredentialStanding)
    case refused(AuthorizationRefusal)
}

extension CredentialStateOutcome: WireValue {
    private enum Tag: UInt8, WireValue {
        case state = 1
        case refused = 64
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .state: self = .state(try reader.value())
        case .refused: self = .refused(try reader.value())
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .state(let state):
            writer.value(Tag.state)
            writer.value(state)
        case .refused(let refusal):
            writer.value(Tag.refused)
            writer.value(refusal)
        }
    }
}

/// `ASAuthorizationAppleIDProvider.CredentialState`, with its numbers.
package enum CredentialStanding: UInt8, WireValue, CaseIterable, Sendable {
    case revoked = 0
    case authorized = 1
    case notFound = 2
    case transferred = 3
}
