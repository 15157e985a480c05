/// The extensions that a request for a new passkey asks for (Web Authentication Level 3, section 10.1).
package struct PasskeyRegistrationExtensions: WireRecord, Hashable {
    /// `prf` (section 10.1.4).
    package enum PRF: WireRecord, Hashable {
        /// Whether the passkey can derive secrets.
        case support
        /// The same, and the secrets of these values.
        case evaluation(PRFInputs)

        package static let wire = WireForm<Self>(cases: [
            .case(1, .support), .case(2, Self.evaluation) { if case .evaluation(let it) = $0 { it } else { nil } },
        ])
    }

    /// `largeBlob` (section 10.1.5).
    package enum LargeBlob: UInt8, WireValue {
        /// A passkey that cannot store a blob must not be created.
        case required = 1
        case preferred = 2
    }

    package let prf: PRF?
    package let largeBlob: LargeBlob?

    package init(prf: PRF? = nil, largeBlob: LargeBlob? = nil) {
        self.prf = prf
        self.largeBlob = largeBlob
    }

    package static let wire = WireForm(Self.init, .field(\.prf), .field(\.largeBlob))
}

/// The extensions that a request for a signature asks for.
package struct PasskeyAssertionExtensions: WireRecord, Hashable {
    /// `prf`: the values for the chosen passkey.
    package struct PRF: WireRecord, Hashable {
        /// The values for a passkey that `byCredential` does not list.
        package let inputs: PRFInputs?
        package let byCredential: [PRFCredentialInputs]

        package init(_ inputs: PRFInputs?, byCredential: [PRFCredentialInputs] = []) {
            self.inputs = inputs
            self.byCredential = byCredential
        }

        /// Returns the values for the passkey. Nil if it derives no secret.
        package func inputs(for credentialID: [UInt8]) -> PRFInputs? {
            byCredential.first { $0.credentialID == credentialID }?.inputs ?? inputs
        }

        package static let wire = WireForm(
            Self.init, .field(\.inputs), .field(\.byCredential, .list(atMost: PasskeyLimits.maximumCredentials)))
    }

    /// `largeBlob`: an operation on the blob of the chosen passkey.
    package enum LargeBlob: WireRecord, Hashable {
        /// The maximum length of a blob in a request, in bytes. A device can store less.
        package static let maximumLength = 1 << 16

        case read
        case write([UInt8])

        package static let wire = WireForm<Self>(cases: [
            .case(1, .read),
            .case(2, Self.write, .octets(atMost: maximumLength)) { if case .write(let it) = $0 { it } else { nil } },
        ])
    }

    package let prf: PRF?
    package let largeBlob: LargeBlob?

    package init(prf: PRF? = nil, largeBlob: LargeBlob? = nil) {
        self.prf = prf
        self.largeBlob = largeBlob
    }

    package static let wire = WireForm(Self.init, .field(\.prf), .field(\.largeBlob))

    /// Returns whether a request with these acceptable passkeys may have the extensions, by the rules for clients: values name each
    /// acceptable passkey at most once and no other one (section 10.1.4), and a blob is written to the only acceptable passkey
    /// (section 10.1.5).
    func areValid(for allowedCredentials: [[UInt8]]) -> Bool {
        let named = (prf?.byCredential ?? []).map(\.credentialID)
        guard Set(named).count == named.count, Set(named).isSubset(of: allowedCredentials) else { return false }
        guard case .write(let blob)? = largeBlob else { return true }
        return allowedCredentials.count == 1 && blob.count <= LargeBlob.maximumLength
    }
}

/// The values of the extension `prf` from which a passkey derives secrets, one for each value.
package struct PRFInputs: WireRecord, Hashable {
    /// The maximum length of a value, in bytes.
    package static let maximumLength = 1_024

    package let first: [UInt8]
    package let second: [UInt8]?

    /// Returns nil for a value that is too long.
    package init?(first: [UInt8], second: [UInt8]? = nil) {
        guard first.count <= Self.maximumLength, second?.count ?? 0 <= Self.maximumLength else { return nil }
        self.first = first
        self.second = second
    }

    package static let wire = WireForm(
        Self.init(first:second:), .field(\.first, .octets(atMost: maximumLength)),
        .field(\.second, .optional(.octets(atMost: maximumLength))))
}

/// The values for one passkey.
package struct PRFCredentialInputs: WireRecord, Hashable {
    package let credentialID: [UInt8]
    package let inputs: PRFInputs

    package init(credentialID: [UInt8], inputs: PRFInputs) {
        self.credentialID = credentialID
        self.inputs = inputs
    }

    package static let wire = WireForm(
        Self.init, .field(\.credentialID, .octets(atMost: PasskeyLimits.maximumIDLength)), .field(\.inputs))
}

/// The outputs of the extensions of a new passkey. An output is nil if the app did not ask for it.
package struct PasskeyRegistrationOutputs: WireRecord, Hashable {
    package enum PRF: WireRecord, Hashable {
        case unsupported
        /// The passkey can derive secrets. It derived none: for want of values, or because the user was not verified.
        case supported
        case secrets(PRFSecrets)

        package static let wire = WireForm<Self>(cases: [
            .case(1, .unsupported), .case(2, .supported),
            .case(3, Self.secrets) { if case .secrets(let it) = $0 { it } else { nil } },
        ])
    }

    package let prf: PRF?
    package let supportsLargeBlob: Bool?

    package init(prf: PRF? = nil, supportsLargeBlob: Bool? = nil) {
        self.prf = prf
        self.supportsLargeBlob = supportsLargeBlob
    }

    package static let wire = WireForm(Self.init, .field(\.prf), .field(\.supportsLargeBlob))
}

/// The outputs of the extensions of a signature. An output is nil if the app did not ask for it.
package struct PasskeyAssertionOutputs: WireRecord, Hashable {
    package enum LargeBlob: WireRecord, Hashable {
        /// The blob that was read.
        case blob([UInt8])
        /// The passkey has no blob.
        case noBlob
        /// Whether the blob was stored.
        case written(Bool)

        package static let wire = WireForm<Self>(cases: [
            .case(1, Self.blob, .octets(atMost: PasskeyAssertionExtensions.LargeBlob.maximumLength)) {
                if case .blob(let it) = $0 { it } else { nil }
            },
            .case(2, .noBlob), .case(3, Self.written) { if case .written(let it) = $0 { it } else { nil } },
        ])
    }

    /// Nil also if the request has no values for the passkey, or if the passkey cannot derive secrets.
    package let prf: PRFSecrets?
    package let largeBlob: LargeBlob?

    package init(prf: PRFSecrets? = nil, largeBlob: LargeBlob? = nil) {
        self.prf = prf
        self.largeBlob = largeBlob
    }

    package static let wire = WireForm(Self.init, .field(\.prf), .field(\.largeBlob))
}

/// The secrets that a passkey derived from ``PRFInputs``, 32 bytes each. The description is redacted.
package struct PRFSecrets: WireRecord, Hashable, RedactedValue {
    /// The length of a secret, in bytes.
    package static let length = 32

    package let first: [UInt8]
    package let second: [UInt8]?

    package init(first: [UInt8], second: [UInt8]?) {
        self.first = first
        self.second = second
    }

    package static let wire = WireForm(
        Self.init(first:second:), .field(\.first, .bareOctets(length)), .field(\.second, .optional(.bareOctets(length))))
}
