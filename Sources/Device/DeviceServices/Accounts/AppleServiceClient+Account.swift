import DeviceBroker
import FoundationEssentials
import HTTPTypes
import Secrets

/// The requests of Settings to Apple's service.
extension AppleServiceClient {
    /// Signs the device in with a name and password.
    ///
    /// - Parameters:
    ///   - name: the entered name or address.
    ///   - device: identifies the device. The service trusts a caller that knows it.
    ///   - unlocks: whether to unlock a locked account.
    func signIn(
        _ name: String, _ password: SecretBytes, on device: String, called deviceName: String, unlocks: Bool
    ) throws(AppleServiceFailure) -> AccountSignIn {
        let body = DeviceSignIn(
            account: name, password: password.withBytes { String(decoding: $0, as: UTF8.self) }, device: device,
            deviceName: deviceName, unlocks: unlocks)
        return try signingIn { () throws(AppleServiceFailure) in
            try ask("/native/device-sign-ins", body, until: PromptCancellationToken())
        }
    }

    func enter(_ code: String, for challenge: AccountChallenge) throws(AppleServiceFailure) -> AccountSignIn {
        try signingIn { () throws(AppleServiceFailure) in
            try ask("/native/device-sign-ins/\(challenge.rawValue)/code", ["code": code], until: PromptCancellationToken())
        }
    }

    /// Returns whether this is the account's password. Throws `accountLocked` after too many attempts.
    func isRight(
        _ password: SecretBytes, of account: AppleAccount, until cancellation: PromptCancellationToken
    ) throws(AppleServiceFailure) -> Bool {
        let text = password.withBytes { String(decoding: $0, as: UTF8.self) }
        do throws(AppleServiceFailure) {
            try send(.post, "/native/password", ["account": account.rawValue, "password": text], until: cancellation)
            return true
        } catch {
            guard error == .rejected(AccountSignInRejection.wrongCredentials.rawValue) else { throw error }
            return false
        }
    }

    /// Returns the codes that the device shows for sign-ins elsewhere. Empty if the service does not trust the device.
    func codes(of account: AppleAccount, shownBy device: String) throws(AppleServiceFailure) -> [AccountCode] {
        let answer: ServiceCodes = try ask(
            "/native/device-codes", ["account": account.rawValue, "device": device], until: PromptCancellationToken())
        return answer.codes
    }

    /// Returns the user's mail after a number, newest first. Empty if the service does not trust the device.
    func mail(of account: AppleAccount, shownBy device: String, after id: Int) throws(AppleServiceFailure) -> [AccountMail] {
        let answer: ServiceMail = try ask(
            "/native/device-mail", DeviceMail(account: account.rawValue, device: device, after: id),
            until: PromptCancellationToken())
        // Numbers without order would make the next request skip or repeat messages.
        guard answer.mail.count <= AccountMail.longestList, answer.mail.allSatisfy({ $0.id > id }),
            zip(answer.mail, answer.mail.dropFirst()).allSatisfy({ $0.id > $1.id })
        else { throw .malformed }
        return answer.mail
    }

    func signOut(_ device: String, of account: AppleAccount) throws(AppleServiceFailure) {
        try send(
            .post, "/native/device-sign-outs", ["account": account.rawValue, "device": device], until: PromptCancellationToken())
    }

    func details(
        of account: AppleAccount, until cancellation: PromptCancellationToken = PromptCancellationToken()
    ) throws(AppleServiceFailure) -> AccountDetails {
        try read(try exchange(.get, "/accounts/\(account.rawValue)", [], until: cancellation))
    }

    func change(_ account: AppleAccount, _ change: AccountChange) throws(AppleServiceFailure) {
        try send(.patch, "/accounts/\(account.rawValue)", change, until: PromptCancellationToken())
    }

    private func signingIn(
        _ body: () throws(AppleServiceFailure) -> ServiceSignIn
    ) throws(AppleServiceFailure) -> AccountSignIn {
        let answer: ServiceSignIn
        do throws(AppleServiceFailure) {
            answer = try body()
        } catch {
            switch error {
            case .accountLocked: return .rejected(.accountLocked)
            case .rejected(let code):
                guard let rejection = AccountSignInRejection(rawValue: code) else { throw error }
                return .rejected(rejection)
            default: throw error
            }
        }
        if let account = answer.account.flatMap(AppleAccount.init(rawValue:)) { return .signedIn(account) }
        guard let challenge = answer.needsCode.flatMap(AccountChallenge.init(rawValue:)) else { throw .malformed }
        return .needsCode(challenge)
    }
}

/// A change of the account. Omitted members do not change.
struct AccountChange: Encodable {
    var otherEmails: [String]?
    var hasTwoFactor: Bool?
}

private struct DeviceSignIn: Encodable {
    let account: String
    let password: String
    let device: String
    let deviceName: String
    let unlocks: Bool
}

private struct ServiceSignIn: Decodable {
    let account: String?
    let needsCode: String?
}

private struct ServiceCodes: Decodable {
    let codes: [AccountCode]
}

private struct DeviceMail: Encodable {
    let account: String
    let device: String
    let after: Int
}

private struct ServiceMail: Decodable {
    let mail: [AccountMail]
}
