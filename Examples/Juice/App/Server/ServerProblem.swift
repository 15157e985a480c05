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

    init(_ answer: ServerAnswer) {
        let problem = try? answer.decoded(Problem.self)
        status = answer.status
        code = problem?.code ?? ""
        detail = problem?.detail
        factor = code == "additional_authentication_required" ? try? answer.decoded(FactorChallenge.self) : nil
    }

    var description: String { "status \(status)" }

    /// The message for the user.
    var reason: String {
        switch code {
        case "invalid-credentials": "The saved password is not the current password of this account."
        case "conflict": "The password of this account was changed on another device."
        case "apple-identity-taken": "This Apple Account is already used with another account."
        case "apple-already-linked": "This account already uses another Apple Account."
        case "too-many-requests": "Too many attempts. Try again later."
        default: detail ?? "The account server rejected the request."
        }
    }

    private struct Problem: Decodable {
        let code: String
        let detail: String?
    }
}

/// The second-factor challenge of the server.
struct FactorChallenge: Decodable {
    /// 32 bytes in base64url, which a device key signs.
    let challenge: String
    /// The accepted methods: `device-key`, `totp`, `recovery-code`.
    let methods: [String]
    /// The identifiers of the keys that may sign.
    let deviceKeys: [String]
    /// The latest time for a signature, such as `2026-11-21T22:02:00.000Z`; a code may arrive later.
    let signatureExpiresAt: String?

    /// Whether a signature would arrive too late by this device's clock. If the clock is wrong, the server rejects the signature.
    func isTooLateToSign(at now: Date) -> Bool {
        guard let signatureExpiresAt, let expiry = try? Date(signatureExpiresAt, strategy: Self.moment) else { return false }
        // Reserve time for the user's confirmation and for the network.
        return now.addingTimeInterval(15) >= expiry
    }

    private static var moment: Date.ISO8601FormatStyle { Date.ISO8601FormatStyle(includingFractionalSeconds: true) }
}
