import FoundationEssentials
package import Secrets
package import WebAuthn

/// A client's answer to a registration: the authenticator's response and a name for the passkey.
package struct PasskeyRegistration: Sendable {
    package let response: RegistrationResponse
    package let name: String?
    package let client: Client
    package let replacesPassword: Bool

    /// - Parameters:
    ///   - name: the name for the passkey; nil for the name of the client.
    ///   - replacesPassword: whether the first sign-in or reauthentication with the passkey removes the present password.
    package init(response: RegistrationResponse, name: String?, client: Client, replacesPassword: Bool = false) {
        self.response = response
        self.name = name
        self.client = client
        self.replacesPassword = replacesPassword
    }
}

extension PasskeyService {
    /// Begins the creation of an account with a passkey and without a password. It is charged like a registration, because it
    /// reveals whether the name is taken.
    ///
    /// - Parameters:
    ///   - userName: nil if the client learns the name only with the passkey, as where a device creates the account. The sign-up then
    ///     reveals whether the name is taken, once for each challenge.
    ///   - holder: the value of the browser's cookie, or the secret of the app.
    package func beginSignUp(
        userName: String?, holder: OpaqueToken, client: Client, now: Timestamp
    ) async throws -> PasskeySignUpBeginning {
        var name: UserName?
        if let userName {
            do {
                name = try UserName(userName)
            } catch {
                return .rejected(.userName(error))
            }
        }
        if case .exhausted(let retryAfter) = try await stores.charge(accounts.registrationCharges(from: client), now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        if let name, try await stores.account(named: name.key) != nil { return .rejected(.userNameTaken) }
        let purpose = name.map { PasskeyPurpose.signUp(holder.digest, $0.key) } ?? .unnamedSignUp(holder.digest)
        let issued = try challenges.issue(for: purpose, now: now, random: random)
        return .begun(
            PasskeyCreation(
                challenge: issued.challenge, expiresAt: issued.expiresAt, user: try issued.userHandle(), userName: name,
                excluded: [],
                requiresUserVerification: policy.requiresUserVerification))
    }

    /// Creates the account and signs in. A client that repeats its answer gets the same session, until the challenge expires.
    package func signUp(
        userName: String, _ registration: PasskeyRegistration, holder: OpaqueToken, now: Timestamp
    ) async throws -> PasskeySignUpOutcome {
        let client = registration.client
        let charges = failureCharges(of: holder.digest, from: client)
        if case .exhausted(let retryAfter) = try await stores.charge(charges, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        guard
            let issued = challenges.recognize(
                registration.response.claimedChallenge, for: signUpPurposes(userName: userName, holder: holder), now: now)
        else { return .challengeRejected }
        let name: UserName
        do {
            name = try UserName(userName)
        } catch {
            return .userNameRejected(error)
        }
        let (bytes, user) = (issued.sessionBytes, try issued.userHandle())
        let account = Account(
            id: AccountID(random: bytes), userName: name, createdAt: now, passwordChangedAt: nil, language: client.language)
        let verified: VerifiedRegistration
        do throws(WebAuthnError) {
            verified = try await verify(registration, for: issued, user: user, mediation: .modal, now: now)
        } catch {
            try await fail(issued, nil)
            return .rejected(error)
        }
        let passkey = try passkey(verified, registration, of: account.id, issued, mediation: .modal, now: now)
        let new = NewSession(
            for: account, event: event(.accountCreated, account.id, by: client, at: now), origin: .passkey, replacing: nil,
            factorAuthenticatedAt: passkey.credential.hasVerifiedUser ? now : nil, lifetimes: accounts.lifetimes, random: bytes)
        switch try await stores.create(account, passkey, opening: new.opening, using: issued.used) {
        case .credentialTaken: return .credentialTaken
        case .userNameTaken: return .userNameTaken
        case .challengeUsed:
            guard let known = try await stores.passkey(passkey.credential.id), known.passkey.isRegistered(as: passkey),
                let stored = try await stores.session(new.opening.digest, now: now)
            else { return .challengeRejected }
            try await stores.refund(charges, now: now)
            let active = ActiveSession(session: stored.session, account: stored.account)
            let signedIn = SignedIn(active: active, token: new.signedIn.token, deviceToken: new.signedIn.deviceToken)
            return .registered(signedIn, known.passkey)
        case .created:
            try await stores.refund(charges, now: now)
            accounts.report(new.opening.event)
            return .registered(new.signedIn, passkey)
        }
    }

    /// Returns the purposes of the challenges of a sign-up that were issued to the holder, for this user name or without one.
    func signUpPurposes(userName: String, holder: OpaqueToken) -> [PasskeyPurpose] {
        let named = (try? UserName(userName)).map { [PasskeyPurpose.signUp(holder.digest, $0.key)] } ?? []
        return named + [.unnamedSignUp(holder.digest)]
    }

    /// Begins to add a passkey to the signed-in account. Requires recent authentication.
    ///
    /// - Parameter isSilent: whether the client adds the passkey without a dialog. This requires a session in which the password was
    ///   verified within ``silentPeriod``. No other proof replaces it.
    package func beginRegistration(
        of active: ActiveSession, isSilent: Bool = false, now: Timestamp
    ) async throws -> PasskeyRegistrationBeginning {
        let (session, account) = (active.session, active.account.id)
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        if isSilent {
            guard active.account.hasPassword, let shownAt = session.passwordAuthenticatedAt, now - shownAt <= Self.silentPeriod
            else { return .reauthenticationRequired }
        }
        let purpose = isSilent ? PasskeyPurpose.silentRegistration(session.id, account) : .registration(session.id, account)
        switch try await creation(of: active.account, for: purpose, isSilent: isSilent, now: now) {
        case .begun(let creation): return .begun(creation)
        case .tooMany: return .tooMany
        case .accountMissing: return .sessionEnded
        }
    }

    /// Returns the request for a further passkey of an account. The caller checks whether the client may add one.
    func creation(
        of account: Account, for purpose: PasskeyPurpose, isSilent: Bool = false, now: Timestamp
    ) async throws -> PasskeyCreationResult {
        let passkeys = try await stores.passkeys(of: account.id)
        guard passkeys.count < Passkey.limit else { return .tooMany }
        let fresh = try UserHandle(random.bytes(64))
        guard let user = try await stores.userHandle(of: account.id, orElse: fresh) else { return .accountMissing }
        let issued = try challenges.issue(for: purpose, now: now, random: random)
        return .begun(
            PasskeyCreation(
                challenge: issued.challenge, expiresAt: issued.expiresAt, user: user, userName: account.userName,
                excluded: passkeys, requiresUserVerification: policy.requiresUserVerification && !isSilent))
    }

    /// Adds a passkey to the signed-in account. The challenge proves that the session was recently authenticated when it was issued;
    /// a second factor that was turned on since then must be proved in the session, and a silent registration fails if the password was
    /// removed since. A client that repeats its answer gets the same passkey, until the challenge expires.
    package func register(
        _ registration: PasskeyRegistration, isSilent: Bool = false, of active: ActiveSession, now: Timestamp
    ) async throws -> PasskeyRegistrationOutcome {
        let (session, account, client) = (active.session.id, active.account.id, registration.client)
        let charges = failureCharges(in: active)
        if case .exhausted(let retryAfter) = try await stores.charge(charges, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let purpose = isSilent ? PasskeyPurpose.silentRegistration(session, account) : .registration(session, account)
        guard !isSilent || active.account.hasPassword,
            let issued = challenges.recognize(registration.response.claimedChallenge, for: [purpose], now: now),
            let user = try await stores.userHandle(of: account, orElse: nil)
        else { return .challengeRejected }
        let mediation = isSilent ? RegistrationChallenge.Mediation.conditional : .modal
        let verified: VerifiedRegistration
        do throws(WebAuthnError) {
            verified = try await verify(registration, for: issued, user: user, mediation: mediation, now: now)
        } catch {
            try await fail(issued, nil)
            return .rejected(error)
        }
        let replaced = registration.replacesPassword ? try await stores.credential(of: account)?.version : nil
        let passkey = try passkey(
            verified, registration, of: account, issued, mediation: mediation, replacing: replaced, now: now)
        let event = event(.passkeyAdded, account, by: client, at: now)
        switch try await stores.add(passkey, by: session, using: issued.used, event: event) {
        case .credentialTaken: return .credentialTaken
        case .tooMany: return .tooMany
        case .sessionEnded: return .sessionEnded
        case .factorRequired: return .challengeRejected
        case .challengeUsed:
            guard let known = try await stores.passkey(passkey.credential.id), known.passkey.isRegistered(as: passkey) else {
                return .challengeRejected
            }
            try await stores.refund(charges, now: now)
            return .added(known.passkey)
        case .added:
            try await stores.refund(charges, now: now)
            accounts.report(event)
            return .added(passkey)
        }
    }

    func verify(
        _ registration: PasskeyRegistration, for issued: IssuedChallenge, user: UserHandle,
        mediation: RegistrationChallenge.Mediation, now: Timestamp
    ) async throws(WebAuthnError) -> VerifiedRegistration {
        try await policy.relyingParty.verify(
            registration.response, for: RegistrationChallenge(issued.challenge, for: user, mediation: mediation),
            policy: RegistrationPolicy(
                userVerification: policy.requiresUserVerification && mediation == .modal ? .required : .optional,
                attestation: policy.attestation),
            now: Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000))
    }

    /// Returns the passkey to store. The store checks in its transaction whether the credential is already registered. A silent
    /// registration proves no user verification, even if the authenticator reports it, because the user saw no dialog.
    func passkey(
        _ verified: VerifiedRegistration, _ registration: PasskeyRegistration, of account: AccountID, _ issued: IssuedChallenge,
        mediation: RegistrationChallenge.Mediation, replacing version: Int? = nil, now: Timestamp
    ) throws -> Passkey {
        let registered = try verified.credential(isRegistered: false)
        let credential = Credential(
            id: registered.id, user: registered.user, publicKey: registered.publicKey, signCount: registered.signCount,
            hasVerifiedUser: registered.hasVerifiedUser && mediation == .modal, isBackupEligible: registered.isBackupEligible,
            isBackedUp: registered.isBackedUp,
            transports: registered.transports.filter(\.isTransport).prefix(Self.transportLimit).map(\.self))
        let title = ShownText(registration.name).text
        return Passkey(
            id: PasskeyID(random: random), account: account, credential: credential, aaguid: verified.aaguid,
            attestation: verified.attestations.first?.kind ?? .none, relyingPartyID: policy.relyingParty.id,
            name: title.isEmpty ? registration.client.deviceName : title, deviceName: registration.client.deviceName,
            isWayIn: credential.hasVerifiedUser || !policy.requiresUserVerification, registration: issued.used.digest,
            replacedPassword: version, createdAt: now)
    }

    /// The time after a password was verified in which a client may add a passkey silently.
    static var silentPeriod: Duration { .seconds(300) }
    /// The maximum number of stored transports. The standard defines seven.
    private static var transportLimit: Int { 8 }
}

extension Passkey {
    /// Returns whether both passkeys come from the same registration.
    fileprivate func isRegistered(as other: Passkey) -> Bool {
        registration == other.registration && credential.publicKey == other.credential.publicKey
    }
}

extension String {
    /// Whether it has the form of the names of transports: up to 16 lower-case letters, digits and hyphens.
    fileprivate var isTransport: Bool {
        (1...16).contains(utf8.count)
            && utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    }
}

package enum PasskeySignUpBeginning: Sendable {
    case begun(PasskeyCreation)
    case rejected(RegistrationRejection)
    case throttled(retryAfter: Duration)
}

package enum PasskeySignUpOutcome: Sendable {
    case registered(SignedIn, Passkey)
    /// The challenge was not issued for this name and holder, was already answered, or has expired.
    case challengeRejected
    case rejected(WebAuthnError)
    /// The name of a sign-up that began without one is invalid. The challenge is not used up: the client can answer it again with
    /// another name and the same passkey.
    case userNameRejected(UserNameError)
    case userNameTaken
    case credentialTaken
    case throttled(retryAfter: Duration)
}

/// The result of ``PasskeyService/creation(of:for:isSilent:now:)``.
enum PasskeyCreationResult: Sendable {
    case begun(PasskeyCreation)
    /// The account already has ``Passkey/limit`` passkeys.
    case tooMany
    case accountMissing
}

package enum PasskeyRegistrationBeginning: Sendable {
    case begun(PasskeyCreation)
    /// The account already has ``Passkey/limit`` passkeys.
    case tooMany
    /// The session has no recent authentication or, for a silent registration, no recently verified password.
    case reauthenticationRequired
    case sessionEnded
}

package enum PasskeyRegistrationOutcome: Sendable {
    case added(Passkey)
    /// The challenge was not issued for this session, was already answered, or has expired; or a second factor was turned on since, or
    /// the password of a silent registration removed.
    case challengeRejected
    case rejected(WebAuthnError)
    /// The credential already belongs to an account, which may be this one.
    case credentialTaken
    case tooMany
    case throttled(retryAfter: Duration)
    case sessionEnded
}
