package import JSONText
internal import Secrets

/// Signals of a site about its credentials to password managers (section 5.1.10), ready for a page:
///
///     for (const [method, options] of Object.entries(signals)) PublicKeyCredential[method]?.(options)
///
/// Signals are destructive: password managers delete an unknown credential, and hide each credential that is not in the list of accepted ones.
public struct Signals: Sendable, Hashable {
    private let relyingPartyID: String
    private let content: Content

    private enum Content: Hashable {
        case unknown(CredentialID)
        case account(UserHandle, accepted: [CredentialID], name: String, displayName: String)
    }

    /// Creates the signals for a signed-in user: the credentials of the account, and its names. Send them at every sign-in and after every
    /// change, because a password manager may have missed earlier signals.
    ///
    /// - Parameters:
    ///   - user: The account.
    ///   - credentials: All credentials of the account, suspended ones included. Read them from the primary store after the change is
    ///     committed: password managers hide every credential that is missing here.
    ///   - name: The name of the account.
    ///   - displayName: The name of the user.
    ///   - site: The relying party.
    /// - Returns: `signalAllAcceptedCredentials` and `signalCurrentUserDetails`.
    public static func account(
        _ user: UserHandle, credentials: [CredentialID], name: String, displayName: String, at site: RelyingParty
    ) -> Signals {
        Signals(relyingPartyID: site.id, content: .account(user, accepted: credentials, name: name, displayName: displayName))
    }

    /// Creates the signal for a credential that no account has, to send after a response with it.
    ///
    /// Password managers delete the credential and cannot restore it. Send the signal only if no other server uses the relying party ID. For a
    /// signed-in user, send ``account(_:credentials:name:displayName:at:)`` instead.
    ///
    /// - Returns: `signalUnknownCredential`.
    public static func unknown(_ credential: CredentialID, at site: RelyingParty) -> Signals {
        Signals(relyingPartyID: site.id, content: .unknown(credential))
    }

    /// A JSON object with a member for each signal: the name is the method, and the value is its argument.
    public var json: [UInt8] { value.bytes() }

    /// The object as a value for another message.
    package var value: JSONValue {
        switch content {
        case .unknown(let credential):
            ["signalUnknownCredential": arguments(("credentialId", .string(Base64URL.encode(credential.bytes))))]
        case .account(let user, let accepted, let name, let displayName):
            [
                "signalAllAcceptedCredentials": arguments(
                    ("userId", .string(Base64URL.encode(user.bytes))),
                    ("allAcceptedCredentialIds", .array(accepted.map { .string(Base64URL.encode($0.bytes)) }))),
                "signalCurrentUserDetails": arguments(
                    ("userId", .string(Base64URL.encode(user.bytes))), ("name", .string(name)),
                    ("displayName", .string(displayName))),
            ]
        }
    }

    private func arguments(_ members: (String, JSONValue)...) -> JSONValue {
        .object(JSONObject([("rpId", .string(relyingPartyID))] + members))
    }
}
