import DeviceProtocol
public import Foundation

/// A request to upgrade an account. Use one of the two subclasses below.
///
/// `@unchecked Sendable`: the subclasses of this module have no visible mutable state. Other subclasses must protect their own.
open class ASAccountAuthenticationModificationRequest: NSObject, @unchecked Sendable {
    /// The message to the device. Nil if the user info is not a property list or something is too long.
    var draft: ModificationDraft? { nil }
}

/// A request to upgrade the password of an account to a strong one.
open class ASAccountAuthenticationModificationUpgradePasswordToStrongPasswordRequest: ASAccountAuthenticationModificationRequest,
    @unchecked Sendable
{
    /// The user name of the account.
    public let user: String
    /// The service of the account.
    public let serviceIdentifier: ASCredentialServiceIdentifier
    /// Data for the extension, such as a token that its server accepts: a property list. The extension does not receive the saved
    /// password.
    public let userInfo: [AnyHashable: Any]?

    /// Creates a request.
    public init(user: String, serviceIdentifier: ASCredentialServiceIdentifier, userInfo: [AnyHashable: Any]? = nil) {
        self.user = user
        self.serviceIdentifier = serviceIdentifier
        self.userInfo = userInfo
        super.init()
    }

    override var draft: ModificationDraft? { ModificationDraft(.strongPassword, user, serviceIdentifier, userInfo) }
}

/// A request to replace the password of an account by Sign in with Apple.
open class ASAccountAuthenticationModificationReplacePasswordWithSignInWithAppleRequest: ASAccountAuthenticationModificationRequest,
    @unchecked Sendable
{
    /// The user name of the account.
    public let user: String
    /// The service of the account.
    public let serviceIdentifier: ASCredentialServiceIdentifier
    /// Data for the extension, such as a token that its server accepts: a property list. The extension does not receive the saved
    /// password.
    public let userInfo: [AnyHashable: Any]?

    /// Creates a request.
    public init(user: String, serviceIdentifier: ASCredentialServiceIdentifier, userInfo: [AnyHashable: Any]? = nil) {
        self.user = user
        self.serviceIdentifier = serviceIdentifier
        self.userInfo = userInfo
        super.init()
    }

    override var draft: ModificationDraft? { ModificationDraft(.signInWithApple, user, serviceIdentifier, userInfo) }
}

/// A request of an app before the device has assigned a context.
struct ModificationDraft: Sendable {
    private let modification: AccountModification
    private let user: String
    private let service: String
    private let serviceKind: CredentialIdentity.ServiceKind
    private let userInfo: UserInfo?

    /// Returns nil if the request cannot be sent.
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
    /// Creates the failure for an error of an extension.
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
    /// Creates the error for an app.
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

/// The dictionary is not a property list with string keys, or is too long.
struct UserInfoError: Error {}

extension UserInfo {
    /// Encodes a dictionary. Returns nil for none. Throws ``UserInfoError``.
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

    /// The decoded dictionary. Nil if the data is malformed. Only XML is supported, because a few bytes of a binary list can
    /// describe an unlimited number of references.
    var dictionary: [AnyHashable: Any]? {
        guard bytes.starts(with: "<?xml".utf8) else { return nil }
        return (try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)) as? [String: Any]
    }
}

extension CredentialIdentity.ServiceKind {
    /// Returns nil for an app, because accounts belong to sites.
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
