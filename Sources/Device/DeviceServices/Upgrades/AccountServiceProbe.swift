package import AssociatedDomains
import DeviceBroker
import FoundationEssentials
import HTTPTypes
package import PasswordManager
package import WebClient

/// Asks account services by their sign-in: `POST /v1/sessions`. A session that opens is ended at once.
///
/// A password that wants a second factor besides is one that the account has. Every other answer than that of a wrong password says nothing.
package struct AccountServiceProbe: UpgradeProbe {
    private let transport: any WebTransport
    private let address: @Sendable (DomainName) -> String?

    /// - Parameter address: the base address of the site's service, without a slash at its end; nil where there is none that can be asked. By
    ///   default the site itself, by https.
    package init(
        transport: any WebTransport, address: @escaping @Sendable (DomainName) -> String? = { "https://\($0.text)" }
    ) {
        self.transport = transport
        self.address = address
    }

    package func standing(of password: PrivateText, for id: CredentialID) -> PasswordStanding {
        guard let base = address(id.server),
            let body = try? JSONEncoder().encode(Credentials(username: id.user, password: password.exposed)),
            let answer = send(.post, base + "/v1/sessions", body: [UInt8](body))
        else { return .unknown }
        switch answer.status.code {
        case 200..<300:
            if let opened = try? JSONDecoder().decode(Opened.self, from: Data(answer.body)) {
                _ = send(.delete, base + "/v1/session", token: opened.session.token)
            }
            return .signsIn
        case 401:
            switch try? JSONDecoder().decode(Problem.self, from: Data(answer.body)).code {
            case "additional_authentication_required": return .signsIn
            case "invalid-credentials": return .refused
            default: return .unknown
            }
        default: return .unknown
        }
    }

    /// `POST /v1/account/upgrade/password/confirmation`, by right of the new password. What comes of it changes nothing here.
    package func confirm(_ password: PrivateText, of key: String, for id: CredentialID) {
        guard let base = address(id.server),
            let body = try? JSONEncoder().encode(
                Confirmation(key: key, username: id.user, currentPassword: password.exposed))
        else { return }
        _ = send(.post, base + "/v1/account/upgrade/password/confirmation", body: [UInt8](body))
    }

    /// Blocks; nothing where there is no answer.
    private func send(
        _ method: HTTPRequest.Method, _ address: String, body: [UInt8] = [], token: String? = nil
    ) -> WebResponse? {
        guard let url = try? WebURL(address) else { return nil }
        var headers: HTTPFields = body.isEmpty ? [:] : [.contentType: "application/json"]
        if let token { headers[.authorization] = "Bearer \(token)" }
        let (inbox, request) = (Inbox<WebResponse?>(), WebRequest(method, url, headers: headers, body: body))
        Task { [transport] in
            do throws(WebClientError) {
                inbox.put(try await transport.send(request))
            } catch {
                inbox.put(nil)
            }
        }
        return inbox.take()
    }
}

private struct Credentials: Encodable {
    let username: String
    let password: String
}

private struct Confirmation: Encodable {
    let key: String
    let username: String
    let currentPassword: String
}

private struct Opened: Decodable {
    struct Session: Decodable {
        let token: String
    }

    let session: Session
}

private struct Problem: Decodable {
    let code: String
}
