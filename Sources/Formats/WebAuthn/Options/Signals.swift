package import JSONText
internal import Secrets

/// What a site tells the managers of passkeys about its credentials (section 5.1.10), ready for a page:
///
///     for (const [method, options] of Object.entries(signals)) PublicKeyCredential[method]?.(options)
///
/// A signal destroys: managers delete a credential that is unknown, and hide one that is not in the list of accepted ones.
public struct Signals: Sendable, Hashable {
    private let relyingPartyID: String
    private let content: Content

    private enum Content: Hashable {
        case unknown(CredentialID)
        case account(UserHandle, accepted: [CredentialID], name: String, displayName: String)
    }

    /// The signals of a user who is signed in: the credentials that the account has, and its names. Send them at every sign-in and after every change, since
    /// a manager may have missed the last ones.
    ///
    /// - Parameters:
    ///   - user: the account.
    ///   - credentials: all of its credentials, suspended ones included, as the primary store has them after the change was committed. Managers hide every
    ///     credential that is missing here.
    ///   - name: the account's name.
    ///   - displayName: the user's name.
    ///   - site: the relying party.
    /// - Returns: `signalAllAcceptedCredentials` and `signalCurrentUserDetails`.
    public static func account(
        _ user: UserHandle, credentials: [CredentialID], name: String, displayName: String, at site: RelyingParty
    ) -> Signals {
        Signals(relyingPartyID: site.id, content: .account(user, accepted: credentials, name: name, displayName: displayName))
    }

    /// The signal after a response with a credential that no account has. Managers delete the credential and cannot restore it: send the signal only if this
    /// server alone uses the relying party ID, and for a user who is signed in send ``account(_:credentials:name:displayName:at:)`` instead.
    ///
    /// - Returns: `signalUnknownCredential`.
    public static func unknown(_ credential: CredentialID, at site: RelyingParty) -> Signals {
        Signals(relyingPartyID: site.id, content: .unknown(credential))
    }

    /// An object with a member for each signal: the method's name, and its argument in the standard's JSON.
    public var json: [UInt8] { value.bytes() }

    /// The object, as a value within another message.
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
