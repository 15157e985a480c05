import AuthenticationServices
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The app's backend: what an account server that knows Sign in with Apple answers to apps.
struct AccountServerClient {
    struct Account {
        let isNew: Bool
    }

    struct Refusal: Error, CustomStringConvertible {
        let status: Int
        var description: String { "status \(status)" }
    }

    let base: URL

    /// The nonce for one request to Apple.
    func challenge() async throws -> String {
        struct Challenge: Decodable {
            let nonce: String
        }
        let (body, _) = try await post("v1/challenges", ["purpose": "apple-sign-in"])
        return try JSONDecoder().decode(Challenge.self, from: body).nonce
    }

    /// Hands over what Apple gave the app.
    func signIn(with credential: ASAuthorizationAppleIDCredential, nonce: String) async throws -> Account {
        struct Proof: Encodable {
            struct Name: Encodable {
                let givenName: String?
                let familyName: String?
            }

            let identityToken: String?
            let authorizationCode: String?
            let nonce: String
            let name: Name?
        }
        let proof = Proof(
            identityToken: credential.identityToken.map { String(decoding: $0, as: UTF8.self) },
            authorizationCode: credential.authorizationCode.map { String(decoding: $0, as: UTF8.self) }, nonce: nonce,
            name: credential.fullName.map { Proof.Name(givenName: $0.givenName, familyName: $0.familyName) })
        let (_, status) = try await post("v1/sessions/apple", proof)
        return Account(isNew: status == 201)
    }

    private func post(_ path: String, _ body: some Encodable) async throws -> (Data, Int) {
        var request = URLRequest(url: base.appendingPathComponent(path))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(body)
        let (answer, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else { throw Refusal(status: status) }
        return (answer, status)
    }
}
