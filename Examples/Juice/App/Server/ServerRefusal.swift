import Foundation

/// What the server says no with: a problem document.
struct ServerRefusal: Error, CustomStringConvertible {
    let status: Int
    /// Such as `invalid-credentials`.
    let code: String
    /// For the person.
    let detail: String?
    /// The second factor that it asks for; nil where it asks for none.
    let factor: FactorChallenge?

    init(_ answer: ServerAnswer) {
        let problem = try? answer.decoded(Problem.self)
        status = answer.status
        code = problem?.code ?? ""
        detail = problem?.detail
        factor = code == "additional_authentication_required" ? try? answer.decoded(FactorChallenge.self) : nil
    }

    var description: String { "status \(status)" }

    /// What the person is told.
    var reason: String {
        switch code {
        case "invalid-credentials": "The saved password is not the one that this account has now."
        case "conflict": "The password of this account was changed elsewhere."
        case "apple-identity-taken": "This Apple Account signs in to another account already."
        case "apple-already-linked": "This account signs in with another Apple Account already."
        case "too-many-requests": "Too many attempts. Try again later."
        default: detail ?? "The account server refused."
        }
    }

    private struct Problem: Decodable {
        let code: String
        let detail: String?
    }
}

/// What the server asks besides the first factor.
struct FactorChallenge: Decodable {
    /// 32 bytes in base64url: what a device signs.
    let challenge: String
    /// `device-key`, `totp`, `recovery-code`.
    let methods: [String]
    /// The identifiers of the keys that may sign.
    let deviceKeys: [String]
    /// Until when a key may sign it, such as `2026-11-21T22:02:00.000Z`; a code may come later.
    let signatureExpiresAt: String?

    /// Whether a signature would come too late, by the clock of this device. One whose clock is wrong hears it from the server.
    func isTooLateToSign(at now: Date) -> Bool {
        guard let signatureExpiresAt, let expiry = try? Date(signatureExpiresAt, strategy: Self.moment) else { return false }
        // The signature is on its way for a moment, and a person takes one before.
        return now.addingTimeInterval(15) >= expiry
    }

    private static var moment: Date.ISO8601FormatStyle { Date.ISO8601FormatStyle(includingFractionalSeconds: true) }
}
