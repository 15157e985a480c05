import FoundationEssentials

extension AppleService {
    /// Returns the form that a device's sheet shows before an app receives a credential.
    public func nativeForm(
        for client: ClientID, person: PersonIdentifier, scopes: Set<AuthorizationScope>
    ) -> Result<ConsentForm, NativeRejection> {
        work { core in
            do throws(NativeRejection) {
                let (app, account) = try core.nativeParties(client, person)
                return .success(core.form(for: account, client: app, scopes: scopes))
            } catch {
                core.log.add(.native, client, person, scopes, at: core.now, error)
                return .failure(error)
            }
        }
    }

    /// Creates a credential for an app on a device. The device has shown its sheet and authenticated its owner.
    public func signInNatively(_ request: NativeSignInRequest) -> Result<NativeCredential, NativeRejection> {
        work { core in
            do throws(NativeRejection) {
                let credential = try core.signInNatively(request)
                core.log.add(.native, request.client, request.person, request.scopes, at: core.now, nil)
                return .success(credential)
            } catch {
                core.log.add(.native, request.client, request.person, request.scopes, at: core.now, error)
                return .failure(error)
            }
        }
    }

    /// Returns the credential state of a stored user ID.
    ///
    /// - Parameter person: the account of the device. The user ID of another account is not found.
    public func credentialState(
        of user: String, client: ClientID, person: PersonIdentifier? = nil
    ) -> CredentialState {
        work { core in
            guard let app = core.state.teams.client(client), let subject = Subject(user) else { return .notFound }
            if let owner = core.state.people.person(of: subject, for: app.team), person == nil || person == owner {
                guard let consent = core.state.consents.latest(of: owner, for: app.primary) else { return .notFound }
                return consent.revokedAt == nil ? .authorized : .revoked
            }
            let former = core.state.transfers.formerTeams(of: app.primary, now: app.team)
            let isTransferred = former.contains { team in
                core.state.people.person(of: subject, for: team).map { person == nil || person == $0 } ?? false
            }
            return isTransferred ? .transferred : .notFound
        }
    }
}

extension ServiceCore {
    fileprivate func nativeParties(
        _ client: ClientID, _ person: PersonIdentifier
    ) throws(NativeRejection) -> (RegisteredClient, AppleAccount) {
        guard let app = state.teams.client(client), app.kind == .app else { throw .unknownClient }
        guard state.teams.apps[client]?.signsInWithApple == true else { throw .capabilityMissing }
        guard let account = state.people.accounts[person] else { throw .unknownAccount }
        guard !account.isLocked else { throw .accountLocked }
        guard account.hasTwoFactor else { throw .twoFactorNotEnabled }
        return (app, account)
    }

    fileprivate mutating func signInNatively(_ request: NativeSignInRequest) throws(NativeRejection) -> NativeCredential {
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
            user: teamUser(of: account.id, for: app.team).subject, state: request.state,
            authorizedScopes: isFirst ? request.scopes.sorted { $0.rawValue > $1.rawValue } : [], authorizationCode: code,
            identityToken: token, email: isFirst ? address(consent) : nil,
            givenName: named ? request.choices.givenName ?? account.givenName : nil,
            familyName: named ? request.choices.familyName ?? account.familyName : nil,
            realUserStatus: isFirst ? account.realUserStatus : .unsupported,
            ageRange: account.isUnderAge ? .child : .notChild)
    }
}

/// The request of a simulated device for an app that calls `performRequests()`.
public struct NativeSignInRequest: Sendable, Hashable {
    /// The app's bundle identifier. A Services ID is rejected.
    public var client: ClientID
    /// The Apple Account of the device.
    public var person: PersonIdentifier
    /// The state of the request, which the credential contains unchanged.
    public var state: String?
    /// The nonce of the request, which the token contains unchanged.
    public var nonce: String?
    /// The requested scopes.
    public var scopes: Set<AuthorizationScope>
    /// The user's choices; used at the first sign-in only.
    public var choices: ConsentChoices
    /// Whether the user was only asked to confirm, because the device assumed an existing consent. Without a consent, the sign-in
    /// is rejected with ``NativeRejection/notConsented``: as a first sign-in, it would disclose data without asking.
    public var expectsConsent: Bool

    /// Creates a request, by default without scopes.
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

/// The app's credential: the contents of `ASAuthorizationAppleIDCredential`.
public struct NativeCredential: Sendable, Hashable, Codable {
    /// The user as the team knows them; equals the token's `sub`.
    public let user: Subject
    /// The state of the request.
    public let state: String?
    /// The scopes that were granted now; empty after the first sign-in.
    public let authorizedScopes: [AuthorizationScope]
    /// The code, valid once and for five minutes. Exchange it without a redirect URI.
    public let authorizationCode: String
    /// The identity token: a compact JWS with `c_hash`.
    public let identityToken: String
    /// The user's address; present only at the first sign-in.
    public let email: String?
    /// The user's first name; present only at the first sign-in.
    public let givenName: String?
    /// The user's last name; present only at the first sign-in.
    public let familyName: String?
    /// The status at the first sign-in; afterwards ``RealUserStatus/unsupported``.
    public let realUserStatus: RealUserStatus
    /// The age range of the user: whether the account belongs to a child.
    public let ageRange: AgeRange
}

/// The reason why a device receives no credential or form.
///
/// An expected result, not an ``EmulatorError``: the device receives its raw value.
public struct NativeRejection: Error, Sendable, Hashable, CustomStringConvertible {
    /// The raw value.
    public let rawValue: String

    /// The message of the response.
    let words: String

    private init(_ rawValue: String, _ words: String) {
        self.rawValue = rawValue
        self.words = words
    }

    /// The raw value.
    public var description: String { rawValue }

    /// No App ID has this bundle identifier.
    public static let unknownClient = NativeRejection("unknownClient", "no App ID has this bundle identifier")
    /// The App ID lacks the capability Sign in with Apple.
    public static let capabilityMissing = NativeRejection(
        "capabilityMissing", "the App ID lacks Sign in with Apple: latchkey apple apps sign-in APP-ID on gives it the capability")
    /// The account does not exist.
    public static let unknownAccount = NativeRejection("unknownAccount", "the Apple Account does not exist")
    /// The account is locked.
    public static let accountLocked = NativeRejection("accountLocked", "the Apple Account is locked")
    /// Sign in with Apple requires two-factor authentication.
    public static let twoFactorNotEnabled = NativeRejection(
        "twoFactorNotEnabled", "Sign in with Apple requires two-factor authentication")
    /// The request assumed a consent that does not exist, or was revoked.
    public static let notConsented = NativeRejection(
        "notConsented", "the user has not consented to the app, or revoked the consent; a first sign-in asks for more")
    /// The name has more than 100 bytes or contains control characters.
    public static let unsuitableName = NativeRejection(
        "unsuitableName", "a name must have at most 100 bytes and no control characters")
    /// The account does not have the chosen address.
    public static let unknownAddress = NativeRejection("unknownAddress", "the account does not have this address")
    /// The state or nonce is longer than 4,096 bytes.
    public static let oversize = NativeRejection("oversize", "state and nonce must have at most 4,096 bytes")
    /// The service has no signing key, which only a damaged state file causes.
    public static let notSigned = NativeRejection("notSigned", "the service has no signing key")
}

/// The state of a user ID: Apple's `CredentialState`, with its raw values.
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
