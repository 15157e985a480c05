/// Reads the credential state of a user who signed in to the app before.
package struct ReadCredentialState: SystemRequest, Equatable {
    package typealias Answer = CredentialStateOutcome
    package static let kind = RequestKind.readCredentialState
    /// The maximum length of the user identifier, in bytes. Every issued identifier is within it.
    package static let maximumUserLength = 255

    package let context: ContextReference
    package let user: String

    package init(context: ContextReference, user: String) {
        self.context = context
        self.user = user
    }

    package static let wire = WireForm(Self.init, .field(\.context), .field(\.user, .text(atMost: Self.maximumUserLength)))
}

/// The credential state, or why it is unknown.
package enum CredentialStateOutcome: WireRecord, Equatable {
    case state(AppleCredentialState)
    case rejected(AuthorizationRejection)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.state) { if case .state(let it) = $0 { it } else { nil } },
        .case(64, Self.rejected) { if case .rejected(let it) = $0 { it } else { nil } },
    ])
}

/// `ASAuthorizationAppleIDProvider.CredentialState`, with Apple's raw values.
package enum AppleCredentialState: UInt8, WireValue, CaseIterable {
    case revoked = 0
    case authorized = 1
    case notFound = 2
    case transferred = 3
}

/// Waits until a credential of the app is revoked, possibly indefinitely.
package struct AwaitRevocations: SystemRequest, Equatable {
    package typealias Answer = Revocations
    package static let kind = RequestKind.awaitRevocations

    package let context: ContextReference
    /// The last revocation that the app has seen. Nil to receive the current last one immediately.
    package let last: UInt64?

    package init(context: ContextReference, after last: UInt64?) {
        self.context = context
        self.last = last
    }

    package static let wire = WireForm(Self.init, .field(\.context), .field(\.last))
}

/// The number of new revocations of the app's credentials, and the last revocation on the device.
package struct Revocations: WireRecord, Equatable {
    /// The number of the device's revocations, of all apps.
    package let last: UInt64
    /// The app's own revocations since its previous request.
    package let count: UInt32

    package init(last: UInt64, count: UInt32) {
        self.last = last
        self.count = count
    }

    package static let wire = WireForm(Self.init, .field(\.last), .field(\.count))
}
