import FoundationEssentials

extension AppleService {
    /// What a device's sheet asks before an app is given a credential.
    public func nativeForm(
        for client: ClientID, person: PersonIdentifier, scopes: Set<AuthorizationScope>
    ) -> Result<ConsentForm, NativeRefusal> {
        work { desk in
            do throws(NativeRefusal) {
                let (app, account) = try desk.nativeParties(client, person)
                return .success(desk.form(for: account, client: app, scopes: scopes))
            } catch {
                desk.log.add(.native, client, person, scopes, at: desk.now, error)
                return .failure(error)
            }
        }
    }

    /// Gives an app on a device its credential. The device has shown its sheet and made sure who confirmed it.
    public func signInNatively(_ request: NativeSignInRequest) -> Result<NativeCredential, NativeRefusal> {
        work { desk in
            do throws(NativeRefusal) {
                let credential = try desk.signInNatively(request)
                desk.log.add(.native, request.client, request.person, request.scopes, at: desk.now, nil)
                return .success(credential)
            } catch {
                desk.log.add(.native, request.client, request.person, request.scopes, at: desk.now, error)
                return .failure(error)
            }
        }
    }

    /// What an app is told about a user id that it kept.
    ///
    /// - Parameter person: the account of the device; another person's user id is then not found.
    public func credentialState(
        of user: String, client: ClientID, person: PersonIdentifier? = nil
    ) -> CredentialState {
        work { desk in
            guard let app = desk.state.teams.client(client), let subject = Subject(user) else { return .notFound }
            if let owner = desk.state.people.person(of: subject, for: app.team), person == nil || person == owner {
                guard let consent = desk.state.consents.latest(of: owner, for: app.primary) else { return .notFound }
                return consent.revokedAt == nil ? .authorized : .revoked
            }
            let former = desk.state.transfers.formerTeams(of: app.primary, now: app.team)
            let isTransferred = former.contains { team in
                desk.state.people.person(of: subject, for: team).map { person == nil || person == $0 } ?? false
            }
            return isTransferred ? .transferred : .notFound
        }
    }
}

extension ServiceDesk {
    fileprivate func nativeParties(
        _ client: ClientID, _ person: PersonIdentifier
    ) throws(NativeRefusal) -> (RegisteredClient, AppleAccount) {
        guard let app = state.teams.client(client), app.kind == .app else { throw .unknownClient }
        guard state.teams.apps[client]?.signsInWithApple == true else { throw .capabilityMissing }
        guard let account = state.people.accounts[person] else { throw .unknownAccount }
        guard !account.isLocked else { throw .accountLocked }
        guard account.hasTwoFactor else { throw .twoFactorNotEnabled }
        return (app, account)
    }

    fileprivate mutating func signInNatively(_ request: NativeSignInRequest) throws(NativeRefusal) -> NativeCredential {
        let (app, account) = try nativeParties(request.client, request.person)
        guard request.choices.isSuitable else { throw .unsuitableName }
        guard request.choices.isAddress(of: account) else { throw .unknownAddress }
        guard (request.state?.utf8.count ?? 0) <= ServiceLimits.echoBytes,
            (request.nonce?.utf8.count ?? 0) <= ServiceLimits.echoBytes
        else { throw .oversize }
        guard !request.expectsConsent || state.consents.active(of: account.id, for: app.primary) != nil else {
            throw .notConsented
        }
        let (consent, isFirst) = consent(of: account, to: app, scopes: request.scopes, choices: request.choices)
        let code = issueCode(
            for: consent, client: app.id, redirectURI: nil, nonce: request.nonce, authTime: now, isFirst: isFirst)
        let token = identityToken(
            TokenContext(
                endpoint: .native, consent: consent, client: app.id, nonce: request.nonce, authTime: now, isFirst: isFirst,
                bound: .code(code)))
        guard let token else { throw .notSigned }
        let named = isFirst && consent.sharedName
        return NativeCredential(
            user: standing(of: account.id, for: app.team).subject, state: request.state,
            authorizedScopes: isFirst ? request.scopes.sorted { $0.rawValue > $1.rawValue } : [], authorizationCode: code,
            identityToken: token, email: isFirst ? address(consent) : nil,
            givenName: named ? request.choices.givenName ?? account.givenName : nil,
            familyName: named ? request.choices.familyName ?? account.familyName : nil,
            realUserStatus: isFirst ? account.realUserStatus : .unsupported,
            ageRange: account.isUnderAge ? .child : .notChild)
    }
}

/// What a simulated device asks for an app that calls `performRequests()`.
public struct NativeSignInRequest: Sendable, Hashable {
    /// The app's bundle identifier; a Services ID is refused.
    public var client: ClientID
    /// The Apple account of the device.
    public var person: PersonIdentifier
    /// Handed back in the credential.
    public var state: String?
    /// Becomes the token's `nonce`, as it is.
    public var nonce: String?
    /// What the app asks for.
    public var scopes: Set<AuthorizationScope>
    /// What the person decided; used the first time only.
    public var choices: ConsentChoices
    /// Whether the person was only asked to confirm, since the device took a consent to be in force. Without one the sign-in is then refused
    /// with ``NativeRefusal/notConsented``: otherwise it would be a first one, and give out what nobody was asked for.
    public var expectsConsent: Bool

    /// A request for no scopes, unless said otherwise.
    public init(
        client: ClientID, person: PersonIdentifier, state: String? = nil, nonce: String? = nil,
        scopes: Set<AuthorizationScope> = [], choices: ConsentChoices = ConsentChoices(), expectsConsent: Bool = false
    ) {
        self.client = client
        self.person = person
        self.state = state
        self.nonce = nonce
        self.scopes = scopes
        self.choices = choices
        self.expectsConsent = expectsConsent
    }
}

/// What the app is handed: the contents of `ASAuthorizationAppleIDCredential`.
public struct NativeCredential: Sendable, Hashable, Codable {
    /// The person as the team knows them; equal to the token's `sub`.
    public let user: Subject
    /// As the request had it.
    public let state: String?
    /// The scopes that were granted now; empty after the first time.
    public let authorizedScopes: [AuthorizationScope]
    /// Single use, five minutes; exchanged without a redirect URI.
    public let authorizationCode: String
    /// A compact JWS with `c_hash`.
    public let identityToken: String
    /// Only the first time.
    public let email: String?
    /// Only the first time.
    public let givenName: String?
    /// Only the first time.
    public let familyName: String?
    /// The status only the first time, afterwards ``RealUserStatus/unsupported``.
    public let realUserStatus: RealUserStatus
    /// Whether the account is one of a child.
    public let ageRange: AgeRange
}

/// Why a device was given no credential or no sheet.
///
/// An expected refusal, not an EmulatorError: the device receives its raw value and decides by it.
public enum NativeRefusal: String, Error, Sendable, Hashable, Codable, CaseIterable {
    /// No App ID has this bundle identifier.
    case unknownClient
    /// The App ID lacks the capability Sign in with Apple.
    case capabilityMissing
    case unknownAccount
    case accountLocked
    /// Sign in with Apple needs two-factor authentication.
    case twoFactorNotEnabled
    /// A consent was taken to be in force, and there is none: it was never given, or was revoked since.
    case notConsented
    /// A name of more than 100 bytes, or with control characters.
    case unsuitableName
    /// The account does not have the chosen address.
    case unknownAddress
    /// State or nonce longer than 4096 bytes.
    case oversize
    /// The service has no key that signs; only a broken state file brings this about.
    case notSigned
}

/// What an app is told about a user id: Apple's `CredentialState`, with its numbers.
public enum CredentialState: Int, Sendable, Hashable, Codable {
    case revoked = 0
    case authorized = 1
    case notFound = 2
    case transferred = 3
}

/// Apple's `ASUserAgeRange`.
public enum AgeRange: Int, Sendable, Hashable, Codable {
    case unknown = 0
    case child = 1
    case notChild = 2
}
