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
