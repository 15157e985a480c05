import DeviceBroker
import DeviceProtocol
import DeviceServices

/// A sheet of the system as the person saw it.
public struct SimulatedSheet: Hashable, Sendable {
    /// What the sheet shows.
    public enum Content: Hashable, Sendable {
        /// What Sign in with Apple is.
        case explanation
        /// What the app will be told. A name or an address that the app did not ask for is nil.
        case details(givenName: String?, familyName: String?, email: String?, otherEmails: [String] = [])
        /// Whether to sign in once more.
        case confirmation
        /// Which of these to sign in with: the Apple account by its name, or a saved password by its user.
        case choice([String])
        /// The password of the Apple account.
        case accountPassword(isRepeated: Bool)
        /// Something that the sheets cannot settle.
        case alert(Alert)
        /// Whether the app may sign in by the page of this host.
        case webSignIn(host: String)
    }

    /// What an alert is about.
    public enum Alert: Hashable, Sendable, CaseIterable {
        /// The device is signed in to no Apple account.
        case noAccount
        /// The account has no two-factor authentication.
        case twoFactorNeeded
        /// The account is locked.
        case accountLocked
        /// Apple's service gave no answer.
        case notCompleted
    }

    /// Which app it is shown for.
    public let app: String
    /// What it shows.
    public let content: Content

    init(_ sheet: Sheet) {
        app = sheet.app.identifier.rawValue
        content =
            switch sheet.content {
            case .explanation: .explanation
            case .details(let form):
                .details(
                    givenName: form.asksName ? form.givenName : nil, familyName: form.asksName ? form.familyName : nil,
                    email: form.asksEmail ? form.email : nil,
                    otherEmails: form.asksEmail ? Array(form.emails.dropFirst()) : [])
            case .confirmation: .confirmation
            case .choice(let candidates): .choice(candidates.map(\.name))
            case .accountPassword(_, let isRepeated): .accountPassword(isRepeated: isRepeated)
            case .alert(.noAccount): .alert(.noAccount)
            case .alert(.twoFactorNeeded): .alert(.twoFactorNeeded)
            case .alert(.accountLocked): .alert(.accountLocked)
            case .alert(.notCompleted): .alert(.notCompleted)
            case .webSignIn(let host): .webSignIn(host: host)
            }
    }
}

extension Sheet.Candidate {
    fileprivate var name: String {
        switch self {
        case .appleID(let account): account.rawValue
        case .password(let password): password.user
        }
    }
}
