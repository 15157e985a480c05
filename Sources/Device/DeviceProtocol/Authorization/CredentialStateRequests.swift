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

    package static let wire = WireForm(Self.init, .field(\.context), .field(\.user, .text(atMost: Self.maximumUserLength)))
}

/// How a person stands, or why nobody can tell.
package enum CredentialStateOutcome: WireRecord, Equatable {
    case state(CredentialStanding)
    case refused(AuthorizationRefusal)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.state) { if case .state(let it) = $0 { it } else { nil } },
        .case(64, Self.refused) { if case .refused(let it) = $0 { it } else { nil } },
    ])
}

/// `ASAuthorizationAppleIDProvider.CredentialState`, with its numbers.
package enum CredentialStanding: UInt8, WireValue, CaseIterable {
    case revoked = 0
    case authorized = 1
    case notFound = 2
    case transferred = 3
}

/// Waits until a credential of the app is revoked: answered when that happens, which may be never.
package struct AwaitRevocations: SystemRequest, Equatable {
    package typealias Answer = Revocations
    package static let kind = RequestKind.awaitRevocations

    package let context: ContextReference
    /// The last revocation that the app knows of. Absent: it is told at once which is the last now.
    package let last: UInt64?

    package init(context: ContextReference, after last: UInt64?) {
        self.context = context
        self.last = last
    }

    package static let wire = WireForm(Self.init, .field(\.context), .field(\.last))
}

/// How many revocations of the app's credentials followed, and the last of all.
package struct Revocations: WireRecord, Equatable {
    /// Counts the device's revocations, whichever app they are of.
    package let last: UInt64
    /// The app's own, since it last asked.
    package let count: UInt32

    package init(last: UInt64, count: UInt32) {
        self.last = last
        self.count = count
    }

    package static let wire = WireForm(Self.init, .field(\.last), .field(\.count))
}
