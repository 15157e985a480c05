/// Saves a right under a new name, atomically. The right has an enclave key and at most one secret, both protected by the
/// requirement.
package struct SaveRight: DeviceRequest, Equatable {
    package typealias Answer = SavedRight
    package static let kind = RequestKind.saveRight
    /// The maximum length of the secret, in bytes.
    package static let maximumSecretLength = 1 << 20

    package let identifier: RightIdentifier
    package let requirement: RightRequirement
    package let secret: [UInt8]?

    package init(identifier: RightIdentifier, requirement: RightRequirement, secret: [UInt8]?) {
        self.identifier = identifier
        self.requirement = requirement
        self.secret = secret
    }

    package static let wire = WireForm(
        Self.init, .field(\.identifier), .field(\.requirement),
        .field(\.secret, .optional(.octets(atMost: Self.maximumSecretLength))))
}

/// Reads a saved right. Never prompts.
package struct ReadRight: DeviceRequest, Equatable {
    package typealias Answer = SavedRight
    package static let kind = RequestKind.readRight

    package let identifier: RightIdentifier

    package init(identifier: RightIdentifier) {
        self.identifier = identifier
    }

    package static let wire = WireForm(Self.init, .field(\.identifier))
}

/// Reads the secret of a right. The context must already be authorized for the right, because this request never prompts. See
/// `Evaluate`.
package struct ReadRightSecret: DeviceRequest, Equatable {
    package typealias Answer = RightSecret
    package static let kind = RequestKind.readRightSecret

    package let identifier: RightIdentifier
    package let context: ContextReference

    package init(identifier: RightIdentifier, context: ContextReference) {
        self.identifier = identifier
        self.context = context
    }

    package static let wire = WireForm(Self.init, .field(\.identifier), .field(\.context))
}

/// The secret of a right.
package struct RightSecret: WireRecord, Equatable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package static let wire = WireForm(Self.init, .field(\.bytes, .octets(atMost: SaveRight.maximumSecretLength)))
}

/// Removes a right with its key and its secret.
package struct RemoveRight: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.removeRight

    package let identifier: RightIdentifier

    package init(identifier: RightIdentifier) {
        self.identifier = identifier
    }

    package static let wire = WireForm(Self.init, .field(\.identifier))
}

/// Removes every right of the app.
package struct RemoveAllRights: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.removeAllRights

    package init() {}
    package static let wire = WireForm(Self.init)
}

/// A stored right. Its requirement, key and secret never change.
package struct SavedRight: WireRecord, Hashable {
    package let requirement: RightRequirement
    package let publicKey: P256PublicKey
    package let hasSecret: Bool

    package init(requirement: RightRequirement, publicKey: P256PublicKey, hasSecret: Bool) {
        self.requirement = requirement
        self.publicKey = publicKey
        self.hasSecret = hasSecret
    }

    package static let wire = WireForm(Self.init, .field(\.requirement), .field(\.publicKey), .field(\.hasSecret))
}

/// The requirement that authorizes a right (`LAAuthenticationRequirement`).
package enum RightRequirement: UInt8, WireValue, CaseIterable {
    /// Biometry, the passcode, or a confirmation on the paired watch.
    case userPresence = 1
    case biometry = 2
    case biometryCurrentSet = 3
    /// Biometry, or the passcode if biometry fails or is unavailable.
    case biometryOrPasscode = 4

    package var constraints: Set<AccessConstraint> {
        switch self {
        case .userPresence: [.userPresence]
        case .biometry: [.biometryAny]
        case .biometryCurrentSet: [.biometryCurrentSet]
        case .biometryOrPasscode: [.biometryAny, .devicePasscode]
        }
    }

    package var combination: AccessControl.Combination {
        self == .biometryOrPasscode ? .any : .all
    }
}

/// The name under which an app saves a right: 1 to 255 bytes. Names are separate for each app.
package struct RightIdentifier: BoundedText {
    package static let maximumLength = 255

    package let rawValue: String

    package init?(rawValue: String) {
        guard Self.fits(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}
