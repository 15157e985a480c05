/// The requirements of a relying party for an authentication, in addition to the standard's.
public struct AuthenticationPolicy: Sendable, Hashable {
    /// Whether the user must be verified. Require it if the credential is the only factor.
    public let userVerification: UserVerification

    /// The treatment of a signature counter that did not increase.
    public let counterRegression: CounterRegression

    /// Creates a policy. By default, user verification is optional and a counter regression is reported.
    public init(userVerification: UserVerification = .optional, counterRegression: CounterRegression = .reported) {
        self.userVerification = userVerification
        self.counterRegression = counterRegression
    }

    /// The treatment of a signature counter that did not increase (section 6.1.1).
    public enum CounterRegression: Sendable, Hashable {
        /// The authentication is accepted, and ``VerifiedAuthentication/counter`` reports the regression. A regression can mean a copied key,
        /// but two requests that arrive in the wrong order also cause it.
        case reported
        /// The authentication is rejected.
        case rejected
    }
}

extension RelyingParty {
    /// Verifies the response to an authentication by the steps of section 7.2, in their order.
    ///
    ///     let credential = try await store.credential(response.credentialID)
    ///     let authentication = try site.verify(response, for: challenge, with: credential, policy: AuthenticationPolicy(userVerification: .required))
    ///
    /// - Parameters:
    ///   - response: The client's response.
    ///   - challenge: The challenge that the server stored when the authentication began. It is valid for one response: delete it even if
    ///     the response is rejected.
    ///   - credential: The stored credential with the response's ID, or nil if it does not exist. The error for nil is that of a wrong
    ///     signature, so that a client cannot distinguish the two (A14).
    ///   - policy: Further requirements.
    /// - Throws: ``WebAuthnError`` for the first check that fails, A1 to A11.
    public func verify(
        _ response: AuthenticationResponse, for challenge: AuthenticationChallenge, with credential: Credential?,
        policy: AuthenticationPolicy = AuthenticationPolicy()
    ) throws(WebAuthnError) -> VerifiedAuthentication {
        guard response.names.allSatisfy({ $0 == response.credentialID.bytes }) else {
            throw WebAuthnError(.mismatchedCredentialID, "id and rawId differ.", in: "id", check: .authentication(1))
        }
        guard challenge.allowedCredentials.isEmpty || challenge.allowedCredentials.contains(response.credentialID) else {
            throw WebAuthnError(
                .credentialNotAllowed, "The challenge does not allow the credential.", in: "id", check: .authentication(1))
        }
        // A credential with another ID is a lookup error of the caller. It is treated as unknown.
        let credential = credential.flatMap { $0.id == response.credentialID ? $0 : nil }
        try verifyUser(response.userHandle, owner: credential?.user, expected: challenge.user)
        let clientData = try checking(.authentication(4)) { () throws(WebAuthnError) in try ClientData(response.clientDataJSON) }
        try clientData.verify(type: .authentication, challenge: challenge.challenge, of: self)
        let data = try checking(.authentication(5)) { () throws(WebAuthnError) in try AuthenticatorData(response.authenticatorData)
        }
        guard data.attested == nil else {
            throw WebAuthnError(
                .malformed, "Authenticator data of an authentication contains a new credential.", in: "authData.flags",
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
                .invalidSignature, "The signature is invalid or the credential is unknown.", in: "signature",
                check: .authentication(10))
        }
        let counter = VerifiedAuthentication.Counter(data.signCount, after: credential.signCount)
        guard counter != .regressed || policy.counterRegression == .reported else {
            throw WebAuthnError(
                .counterRegressed, "The signature counter did not increase.", in: "authData.signCount", check: .authentication(11))
        }
        return VerifiedAuthentication(credential: credential, data: data, counter: counter, extensions: response.extensions)
    }

    /// Verifies an authentication for a tool that stores no credential: the credential and its account are those that the response names.
    ///
    /// - Parameters:
    ///   - publicKey: The key of the credential, or nil if it is unknown. The check of the signature, A10, then fails.
    ///   - signCount: The stored counter.
    ///   - isBackupEligible: The stored backup eligibility, or nil to skip A9.
    package func verify(
        unstored response: AuthenticationResponse, for challenge: Challenge, publicKey: CredentialPublicKey?, signCount: UInt32 = 0,
        isBackupEligible: Bool? = nil, policy: AuthenticationPolicy
    ) throws(WebAuthnError) -> VerifiedAuthentication {
        let unknown = try UserHandle([0])
        let user = response.userHandle ?? unknown
        let data = response.authenticatorData
        let claimed = AuthenticatorFlags(rawValue: data.count > 32 ? data[32] : 0).contains(.backupEligible)
        let credential = publicKey.map { key in
            Credential(
                id: response.credentialID, user: user, publicKey: key, signCount: signCount, hasVerifiedUser: false,
                isBackupEligible: isBackupEligible ?? claimed, isBackedUp: false)
        }
        return try verify(response, for: AuthenticationChallenge(challenge, for: user), with: credential, policy: policy)
    }

    /// Verifies the account: A2 if the challenge names it, A3 if the response does.
    private func verifyUser(_ named: UserHandle?, owner: UserHandle?, expected: UserHandle?) throws(WebAuthnError) {
        let check = WebAuthnError.Check.authentication(expected == nil ? 3 : 2)
        guard let user = expected ?? named else {
            throw WebAuthnError(
                .userHandleMissing, "The response has no user handle, and the challenge names no account.", in: "userHandle",
                check: check)
        }
        guard named == nil || named == user, owner == nil || owner == user else {
            throw WebAuthnError(.wrongUser, "The credential belongs to another account.", in: "userHandle", check: check)
        }
    }
}

/// An authentication that passed every check.
public struct VerifiedAuthentication: Sendable {
    /// The account that signed in.
    public var user: UserHandle { credential.user }

    /// The credential to store, with the new counter and backup state (A13).
    ///
    /// ``Credential/hasVerifiedUser`` is unchanged. If it is false and ``isUserVerified`` is true, require another factor before you store
    /// true. Otherwise a first verification by another person's fingerprint would count as two factors (section 7.2, step 26).
    public let credential: Credential

    /// The flags of authenticator data.
    public let flags: AuthenticatorFlags

    /// Whether the authenticator verified the user in this authentication.
    public var isUserVerified: Bool { flags.contains(.userVerified) }

    /// Whether the backup state differs from the stored one. A credential that is now backed up can replace a password. One that is no
    /// longer backed up needs another credential next to it (section 6.1.3).
    public let hasBackupStateChanged: Bool

    /// The change of the signature counter.
    public let counter: Counter

    /// The outputs of client extensions.
    public let extensions: ExtensionOutputs

    /// The change of a signature counter since the last use of the credential.
    public enum Counter: Sendable, Hashable {
        /// The counter is and was 0: the authenticator has no counter.
        case unused
        /// The counter increased.
        case advanced
        /// The counter did not increase: the key may have been copied.
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
