import AppTexts
import Foundation

/// An error response of the server: a problem document.
struct ServerProblem: Error, CustomStringConvertible {
    let status: Int
    /// The stable code, such as `invalid-credentials`.
    let code: String
    /// The explanation for the user.
    let detail: String?
    /// The second factor that the server requires; nil if it requires none.
    let factor: FactorChallenge?
    /// The account that the Apple Account opens, if the user may delete it; nil if not.
    let otherAccount: OtherAccount?

    init(_ answer: ServerAnswer) {
        let problem = try? answer.decoded(Problem.self)
        status = answer.status
        code = problem?.code ?? ""
        detail = problem?.detail
        otherAccount = problem?.replaceableAccount
        factor = code == "additional_authentication_required" ? try? answer.decoded(FactorChallenge.self) : nil
    }

    var description: String { "status \(status)" }

    /// Returns the message for the user.
    func reason(in texts: AppTexts) -> String {
        switch code {
        case "invalid-credentials": texts(.savedPasswordRejected)
        case "conflict": texts(.passwordChangedElsewhere)
        case "apple-identity-taken": texts(.appleAccountTaken)
        case "apple-already-linked": texts(.otherAppleAccountLinked)
        case "too-many-requests": texts(.tooManyAttempts)
        case "email-code-rejected": texts(.mailedCodeRejected)
        default: detail ?? texts(.requestRejected)
        }
    }

    private struct Problem: Decodable {
        let code: String
        let detail: String?
        let replaceableAccount: OtherAccount?
    }
}

/// Another account of the user, which the Apple Account opens.
struct OtherAccount: Decodable {
    let id: String
    let username: String?
    /// Such as `2026-11-21T22:02:00.000Z`.
    let createdAt: String
}

/// The second-factor challenge of the server.
struct FactorChallenge: Decodable {
    /// 32 bytes in base64url, which a device key signs.
    let challenge: String
    /// The accepted methods: `device-key`, `passkey`, `totp`, `recovery-code`.
    let methods: [String]
    /// The identifiers of the keys that may sign.
    let deviceKeys: [String]
    /// The latest time for a signature, such as `2026-11-21T22:02:00.000Z`; a code may arrive later.
    let signatureExpiresAt: String?
    /// The options for a passkey of the account; nil if a passkey cannot be the factor.
    let passkeyOptions: AccountServerClient.PasskeyRequestOptions?

    /// Whether a signature would arrive too late by this device's clock. If the clock is wrong, the server rejects the signature.
    func isTooLateToSign(at now: Date) -> Bool {
        guard let signatureExpiresAt, let expiry = Date(ofServer: signatureExpiresAt) else { return false }
        // Reserve time for the user's confirmation and for the network.
        return now.addingTimeInterval(15) >= expiry
    }
}

extension Date {
    /// Parses a time in a response of the server, such as `2026-11-21T22:02:00.000Z`; nil for malformed text.
    init?(ofServer text: String) {
        guard let date = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) else { return nil }
        self = date
    }
}
