/// What an authentication must meet beside the standard's own demands.
public struct AuthenticationPolicy: Sendable, Hashable {
    /// Whether the user must be verified. Require it where the credential is the only factor.
    public let userVerification: UserVerification

    /// What becomes of a signature counter that did not grow.
    public let counterRegression: CounterRegression

    /// A policy.
    public init(userVerification: UserVerification = .optional, counterRegression: CounterRegression = .reported) {
        self.userVerification = userVerification
        self.counterRegression = counterRegression
    }

    /// What becomes of a signature counter that did not grow (section 6.1.1).
    public enum CounterRegression: Sendable, Hashable {
        /// The authentication is accepted, and ``VerifiedAuthentication/counter`` says it. A counter that goes back is a sign of a copied key and no proof:
        /// two requests that overtake each other look the same.
        case reported
        /// The authentication is rejected.
        case refused
    }
}

extension RelyingParty {
    /// Verifies the answer to an authentication, by the steps of section 7.2 in their order.
    ///
    ///     let credential = try await store.credential(response.credentialID)
    ///     let authentication = try site.verify(response, for: challenge, with: credential, policy: AuthenticationPolicy(userVerification: .required))
    ///
    /// - Parameters:
    ///   - response: what the client sent.
    ///   - challenge: what was kept when the authentication began. It serves once, whether the answer is right or not.
    ///   - credential: the stored credential of the response's ID; nil where there is none. The error is then that of a wrong signature, so that a
    ///     caller cannot tell the two apart (A14).
    ///   - policy: what else the authentication must meet.
    /// - Throws: ``WebAuthnError`` of the first check that fails, A1 to A11.
    public func verify(
        _ response: AuthenticationResponse, for challenge: AuthenticationChallenge, with credential: Credential?,
        policy: AuthenticationPolicy = AuthenticationPolicy()
    ) throws(WebAuthnError) -> VerifiedAuthentication {
        guard response.names.allSatisfy({ $0 == response.credentialID.bytes }) else {
            throw WebAuthnError(.mismatchedCredentialID, "id and rawId differ.", in: "id", check: .authentication(1))
        }
        guard challenge.allowedCredentials.isEmpty || challenge.allowedCredentials.contains(response.credentialID) else {
            throw WebAuthnError(.credentialNotAllowed, "The credential was not asked for.", in: "id", check: .authentication(1))
        }
        // A credential of another ID was looked up wrongly and is treated as unknown.
        let credential = credential.flatMap { $0.id == response.credentialID ? $0 : nil }
        try verifyUser(response.userHandle, owner: credential?.user, expected: challenge.user)
        let clientData = try checking(.authentication(4)) { () throws(WebAuthnError) in try ClientData(response.clientDataJSON) }
        try clientData.verify(type: .authentication, challenge: challenge.challenge, of: self)
        let data = try checking(.authentication(5)) { () throws(WebAuthnError) in try AuthenticatorData(response.authenticatorData)
        }
        guard data.attested == nil else {
            throw WebAuthnError(
                .malformed, "Authenticator data of an authentication describes a new credential.", in: "authData.flags",
                check: .authentication(5))
        }
        try data.verify(.authentication, of: self, userVerification: policy.userVerification)
        if let credential, credential.isBackupEligible != data.flags.contains(.backupEligible) {
            throw WebAuthnError(
                .backupEligibilityChanged, "The credential's backup eligibility differs from that of its registration.",
                in: "authData.flags",
                check: .authentication(9))
        }
        guard let credential, credential.publicKey.isValidSignature(response.signature, for: data.bytes + clientData.hash) else {
            throw WebAuthnError(
                .invalidSignature, "The signature is not the credential's, or the credential is unknown.", in: "signature",
                check: .authentication(10))
        }
        let counter = VerifiedAuthentication.Counter(data.signCount, after: credential.signCount)
        guard counter != .regressed || policy.counterRegression == .reported else {
            throw WebAuthnError(
                .counterRegressed, "The signature counter did not grow.", in: "authData.signCount", check: .authentication(11))
        }
        return VerifiedAuthentication(credential: credential, data: data, counter: counter, extensions: response.extensions)
    }

    /// A2 where the account is known, A3 where the response says which it is.
    private func verifyUser(_ named: UserHandle?, owner: UserHandle?, expected: UserHandle?) throws(WebAuthnError) {
        let check = WebAuthnError.Check.authentication(expected == nil ? 3 : 2)
        guard let user = expected ?? named else {
            throw WebAuthnError(
                .userHandleMissing, "The response does not say which account is meant.", in: "userHandle", check: check)
        }
        guard named == nil || named == user, owner == nil || owner == user else {
            throw WebAuthnError(.wrongUser, "The credential is another account's.", in: "userHandle", check: check)
        }
    }
}

/// An authentication that met every check.
public struct VerifiedAuthentication: Sendable {
    /// The account that is signed in.
    public var user: UserHandle { credential.user }

    /// The credential with the counter and the backup state to store (A13).
    ///
    /// ``Credential/hasVerifiedUser`` is as it was. Where it is false and ``isUserVerified`` is true, ask for another factor before you store true: until then a
    /// credential that somebody else's finger unlocks for the first time would pass for two factors (section 7.2, step 26).
    public let credential: Credential

    /// What the authenticator said.
    public let flags: AuthenticatorFlags

    /// Whether the authenticator verified the user in this authentication.
    public var isUserVerified: Bool { flags.contains(.userVerified) }

    /// Whether the backup state differs from the stored one. A credential that is newly backed up can replace a password; one that no longer is needs
    /// another way in beside it (section 6.1.3).
    public let hasBackupStateChanged: Bool

    /// What the signature counter did.
    public let counter: Counter

    /// What the client says about extensions.
    public let extensions: ExtensionOutputs

    /// What a signature counter did since the credential was last used.
    public enum Counter: Sendable, Hashable {
        /// It is 0 and was 0: the authenticator does not count.
        case unused
        /// It grew.
        case advanced
        /// It did not grow: the key may have been copied.
        case regressed

        init(_ count: UInt32, after stored: UInt32) {
            self = count == 0 && stored == 0 ? .unused : count > stored ? .advanced : .regressed
        }
    }

    fileprivate init(credential: Credential, data: AuthenticatorData, counter: Counter, extensions: ExtensionOutputs) {
        let isBackedUp = data.flags.contains(.backedUp)
        self.credential = Credential(
            id: credential.id, user: credential.user, publicKey: credential.publicKey, signCount: data.signCount,
            hasVerifiedUser: credential.hasVerifiedUser, isBackupEligible: credential.isBackupEligible, isBackedUp: isBackedUp,
            transports: credential.transports)
        flags = data.flags
        hasBackupStateChanged = isBackedUp != credential.isBackedUp
        self.counter = counter
        self.extensions = extensions
    }
}
