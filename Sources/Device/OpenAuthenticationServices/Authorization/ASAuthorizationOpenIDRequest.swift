public import Foundation

/// A request for a credential of an OpenID provider.
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
    /// What the app wants to be told of the person. Told once, at the first sign-in.
    open var requestedScopes: [ASAuthorization.Scope]?
    /// Handed back in the credential. At most 4,096 bytes.
    open var state: String?
    /// Becomes the `nonce` of the identity token, as it is. At most 4,096 bytes.
    open var nonce: String?
    /// What is to be done.
    open var requestedOperation: ASAuthorization.OpenIDOperation = .operationImplicit

    override init(provider: any ASAuthorizationProvider) {
        super.init(provider: provider)
    }

    /// Always nil, as of ``ASAuthorizationRequest``.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}
