import AuthenticationServices
import Foundation

/// What the system asks of the extension.
struct UpgradeRequest {
    let server: AccountServerClient
    let user: String
    /// The system's proposal; nil: the account is to sign in with Apple.
    let newPassword: String?
    let authority: AccountServerClient.Authority
    /// Whether the app asked, and not the person in the system's own views.
    let isOfApp: Bool
    /// The second factor was shown for this request: the session is one that was opened for it, or the app's own under another token.
    let isConfirmed: Bool

    init(
        _ serviceIdentifier: ASCredentialServiceIdentifier, _ existingCredential: ASPasswordCredential, newPassword: String?,
        _ userInfo: [AnyHashable: Any]?
    ) {
        user = existingCredential.user
        self.newPassword = newPassword
        isOfApp = userInfo != nil
        isConfirmed = false
        // The system gives the saved password to nobody whom an app asks for: the app says its session instead.
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

    /// The same, by a session in which the second factor was shown.
    func inSession(_ session: String) -> UpgradeRequest { UpgradeRequest(self, in: session) }

    /// Settles what becomes of the session: an app is told its token, and one that nobody goes on with ends.
    func settled(_ session: String?) async -> [AnyHashable: Any]? {
        guard let session else { return nil }
        if isOfApp { return [UpgradeUserInfo.session: session] }
        try? await server.signOut(session)
        return nil
    }

    /// Nothing came of the request: a session that was opened for it ends. The app's own goes on under a token that only the extension knows, and which it
    /// leaves where the app looks.
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
