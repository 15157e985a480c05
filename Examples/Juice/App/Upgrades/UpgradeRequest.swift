import AuthenticationServices
import Foundation

/// One request of the system to the extension.
struct UpgradeRequest {
    let server: AccountServerClient
    let user: String
    /// The password that the system proposes; nil to convert the account to Sign in with Apple.
    let newPassword: String?
    let authority: AccountServerClient.Authority
    /// Whether the app started the request, and not the user in the system's own views.
    let isOfApp: Bool
    /// Whether the second factor was completed for this request: the session is a new one for the request, or the app's own with
    /// a new token.
    let isConfirmed: Bool

    init(
        _ serviceIdentifier: ASCredentialServiceIdentifier, _ existingCredential: ASPasswordCredential, newPassword: String?,
        _ userInfo: [AnyHashable: Any]?
    ) {
        user = existingCredential.user
        self.newPassword = newPassword
        isOfApp = userInfo != nil
        isConfirmed = false
        // For a request of an app, the system withholds the saved password. The app passes its session instead.
        if let session = userInfo?[UpgradeUserInfo.session] as? String {
            authority = .session(session)
        } else {
            authority = .password(user: existingCredential.user, existingCredential.password)
        }
        server = AccountServerClient(base: Self.address(serviceIdentifier))
    }

    private init(_ request: UpgradeRequest, in session: String) {
        (server, user, newPassword, isOfApp) = (request.server, request.user, request.newPassword, request.isOfApp)
        authority = .session(session)
        isConfirmed = true
    }

    /// Returns the same request, authorized by a session with a completed second factor.
    func inSession(_ session: String) -> UpgradeRequest { UpgradeRequest(self, in: session) }

    /// Returns the session's token for the app, or signs out a session that only this request used.
    func settled(_ session: String?) async -> [AnyHashable: Any]? {
        guard let session else { return nil }
        if isOfApp { return [UpgradeUserInfo.session: session] }
        try? await server.signOut(session)
        return nil
    }

    /// Cleans up after a failed request: signs out a session that only this request used. If the session is the app's own, stores
    /// its new token in the keychain, where the app reads it.
    func abandoned() async {
        guard isConfirmed, let session = authority.session else { return }
        if isOfApp {
            try? KeychainItem.session.saveItem(session)
        } else {
            try? await server.signOut(session)
        }
    }

    private static func address(_ serviceIdentifier: ASCredentialServiceIdentifier) -> URL {
        let arguments = CommandLine.arguments
        let told = arguments.firstIndex(of: "--server").map { arguments.index(after: $0) }.flatMap {
            arguments.indices.contains($0) ? arguments[$0] : nil
        }
        let known = KeychainItem.server.text
        let site =
            switch serviceIdentifier.type {
            case .URL: serviceIdentifier.identifier
            default: "https://\(serviceIdentifier.identifier)"
            }
        return [told, known, site].lazy.compactMap(\.self).filter { !$0.isEmpty }.compactMap(URL.init(string:)).first
            ?? URL(fileURLWithPath: "/")
    }
}
