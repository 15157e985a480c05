import DeviceProtocol
public import Foundation

/// Asks for an account to be made safer: one of the two kinds below, never this class itself.
///
/// `Sendable` holds for the kinds of this module, of which nothing changes that others see; a subclass answers for its own.
open class ASAccountAuthenticationModificationRequest: NSObject, @unchecked Sendable {
    /// What is sent; nil where it cannot be: the user info is no property list, or something is too long.
    var draft: ModificationDraft? { nil }
}

/// Asks for a strong password in the place of the one that an account has.
open class ASAccountAuthenticationModificationUpgradePasswordToStrongPasswordRequest: ASAccountAuthenticationModificationRequest,
    @unchecked Sendable
{
    /// The account's user name.
    public let user: String
    /// The service that the account is of.
    public let serviceIdentifier: ASCredentialServiceIdentifier
    /// What the extension needs to be believed by its server, such as a token: a property list. The extension is not given the saved password.
    public let userInfo: [AnyHashable: Any]?

    /// A request.
    public init(user: String, serviceIdentifier: ASCredentialServiceIdentifier, userInfo: [AnyHashable: Any]? = nil) {
        self.user = user
        self.serviceIdentifier = serviceIdentifier
        self.userInfo = userInfo
        super.init()
    }

    override var draft: ModificationDraft? { ModificationDraft(.strongPassword, user, serviceIdentifier, userInfo) }
}

/// Asks for Sign in with Apple in the place of the password that an account has.
open class ASAccountAuthenticationModificationReplacePasswordWithSignInWithAppleRequest: ASAccountAuthenticationModificationRequest,
    @unchecked Sendable
{
    /// The account's user name.
    public let user: String
    /// The service that the account is of.
    public let serviceIdentifier: ASCredentialServiceIdentifier
    /// What the extension needs to be believed by its server, such as a token: a property list. The extension is not given the saved password.
    public let userInfo: [AnyHashable: Any]?

    /// A request.
    public init(user: String, serviceIdentifier: ASCredentialServiceIdentifier, userInfo: [AnyHashable: Any]? = nil) {
        self.user = user
        self.serviceIdentifier = serviceIdentifier
        self.userInfo = userInfo
        super.init()
    }

    override var draft: ModificationDraft? { ModificationDraft(.signInWithApple, user, serviceIdentifier, userInfo) }
}

/// A request of an app before the device has given it a context.
struct ModificationDraft: Sendable {
    private let modification: AccountModification
    private let user: String
    private let service: String
    private let serviceKind: CredentialIdentity.ServiceKind
    private let userInfo: UserInfo?

    /// Gives nothing for what cannot be sent.
    init?(
        _ modification: AccountModification, _ user: String, _ service: ASCredentialServiceIdentifier, _ info: [AnyHashable: Any]?
    ) {
        guard let kind = CredentialIdentity.ServiceKind(service.type),
            [user, service.identifier].allSatisfy({ $0.utf8.count <= ModifyAccount.maximumTextLength })
        else { return nil }
        do throws(UserInfoError) {
            userInfo = try UserInfo.carrying(info)
        } catch {
            return nil
        }
        self.modification = modification
        self.user = user
        self.service = service.identifier
        serviceKind = kind
    }

    func message(in context: ContextReference) -> ModifyAccount {
        ModifyAccount(
            context: context, modification: modification, user: user, service: service, serviceKind: serviceKind, userInfo: userInfo
        )
    }
}

extension ModificationFailure {
    /// What an extension gave up with.
    init(_ error: any Error) {
        let object = error as NSError
        guard object.domain == ASExtensionErrorDomain, let code = Int16(exactly: object.code).flatMap(Code.init(rawValue:)) else {
            self.init(.failed)
            return
        }
        self.init(code, object.userInfo[ASExtensionLocalizedFailureReasonErrorKey] as? String)
    }
}

extension ASExtensionError {
    /// What an app is told.
    init(_ failure: ModificationFailure) {
        let code: Code =
            switch failure.code {
            case .failed: .failed
            case .userCanceled: .userCanceled
            case .userInteractionRequired: .userInteractionRequired
            case .credentialIdentityNotFound: .credentialIdentityNotFound
            case .matchedExcludedCredential: .matchedExcludedCredential
            }
        guard let reason = failure.reason else {
            self.init(code)
            return
        }
        self.init(code, userInfo: [ASExtensionLocalizedFailureReasonErrorKey: reason, NSLocalizedDescriptionKey: reason])
    }
}

/// A dictionary that is no property list with string keys, or too long to be sent.
struct UserInfoError: Error {}

extension UserInfo {
    /// The dictionary, to be sent; nil for none. Throws ``UserInfoError``.
    static func carrying(_ dictionary: [AnyHashable: Any]?) throws(UserInfoError) -> UserInfo? {
        guard let dictionary else { return nil }
        var list: [String: Any] = [:]
        for (key, value) in dictionary {
            guard let key = key as? String else { throw UserInfoError() }
            list[key] = value
        }
        guard PropertyListSerialization.propertyList(list, isValidFor: .xml),
            let data = try? PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0),
            let info = UserInfo([UInt8](data))
        else { throw UserInfoError() }
        return info
    }

    /// The dictionary that was sent; nil where it is none. Only XML is read: in a binary list a few bytes can refer to each other so often that
    /// reading them never ends.
    var dictionary: [AnyHashable: Any]? {
        guard bytes.starts(with: "<?xml".utf8) else { return nil }
        return (try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)) as? [String: Any]
    }
}

extension CredentialIdentity.ServiceKind {
    /// Nothing for an app: accounts are of sites.
    init?(_ type: ASCredentialServiceIdentifier.IdentifierType) {
        switch type {
        case .domain: self = .domain
        case .URL: self = .url
        case .app: return nil
        }
    }
}

extension ASCredentialServiceIdentifier.IdentifierType {
    init(_ kind: CredentialIdentity.ServiceKind) {
        self =
            switch kind {
            case .domain: .domain
            case .url: .URL
            case .app: .app
            }
    }
}
