/// What became of a request for a credential. That there is none is an answer like any other.
package enum AuthorizationOutcome: Equatable, Sendable {
    case granted(AuthorizationGrant)
    case refused(AuthorizationRefusal)
}

/// The credential.
package enum AuthorizationGrant: Equatable, Sendable {
    case appleID(AppleIDGrant)
    case password(PasswordGrant)
}

extension AuthorizationOutcome: WireValue {
    private enum Tag: UInt8, WireValue {
        case appleID = 1
        case password = 2
        case refused = 64
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .appleID: self = .granted(.appleID(try reader.value()))
        case .password: self = .granted(.password(try reader.value()))
        case .refused: self = .refused(try reader.value())
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .granted(.appleID(let grant)):
            writer.value(Tag.appleID)
            writer.value(grant)
        case .granted(.password(let grant)):
            writer.value(Tag.password)
            writer.value(grant)
        case .refused(let refusal):
            writer.value(Tag.refused)
            writer.value(refusal)
        }
    }
}
