import DeviceServices
import PasswordManager

/// A sign-in to an Apple account that waits for the person.
enum StandingSignIn: Hashable, Sendable {
    case code(account: String, AccountChallenge)
    case locked(account: String)

    var view: PhoneView.SettingsView.AccountSignIn {
        switch self {
        case .code(let account, _): .code(account: account)
        case .locked(let account): .locked(account: account)
        }
    }
}

/// The Apple account, in Settings, and its codes, over everything.
extension PhoneState {
    mutating func actOnAccount(_ action: PhoneAction) throws(PhoneRefusal) {
        switch action {
        case .signInToAppleAccount(let name, let password):
            effects.append(.work(.signIn(account: name, PrivateText(password), unlocks: false)))
        case .unlockAppleAccount(let password):
            guard let name = lockedAccount else { throw PhoneRefusal(.nothingThere, "no account is to be unlocked") }
            effects.append(.work(.signIn(account: name, PrivateText(password), unlocks: true)))
        case .enterAccountCode(let code):
            guard case .code(let name, let challenge) = accountSignIn else {
                throw PhoneRefusal(.nothingThere, "no code is asked for")
            }
            effects.append(.work(.enterAccountCode(code, challenge, account: name)))
        case .cancelAccountSignIn:
            guard accountSignIn != nil else { throw PhoneRefusal(.nothingThere, "nobody is signing in") }
            accountSignIn = nil
        case .turnOnTwoFactor:
            guard account.details?.hasTwoFactor == false else {
                throw PhoneRefusal(.nothingThere, "there is no account without two-factor authentication")
            }
            effects.append(.work(.turnOnTwoFactor))
        case .addAddress(let address):
            guard account.account != nil else { throw PhoneRefusal(.nothingThere, "no account is signed in") }
            effects.append(.work(.addAddress(address)))
        case .removeAddress(let address):
            guard account.details?.emails.dropFirst().contains(address) == true else {
                throw PhoneRefusal(.nothingThere, "the account has no other address \(address)")
            }
            effects.append(.work(.removeAddress(address)))
        case .signOutOfAppleAccount:
            guard account.account != nil else { throw PhoneRefusal(.nothingThere, "no account is signed in") }
            effects.append(.work(.signOut))
        default: throw PhoneRefusal(.nothingThere, "Settings have nothing of the kind")
        }
    }

    private var lockedAccount: String? {
        if case .locked(let name) = accountSignIn { return name }
        return account.details?.isLocked == true ? account.account : nil
    }

    /// The code that the person has not put away.
    var shownCode: PhoneView.AccountCode? {
        account.codes.first { !dismissedCodes.contains($0) }
    }

    mutating func dismissCode() throws(PhoneRefusal) {
        guard let code = shownCode else { throw PhoneRefusal(.nothingThere, "there is no code") }
        dismissedCodes.insert(code)
    }

    /// Another account, or none, has other codes.
    mutating func hear(_ facts: AccountFacts) {
        account = facts
        if facts.account != nil, accountSignIn?.isOver(with: facts) == true { accountSignIn = nil }
        dismissedCodes.formIntersection(facts.codes)
    }
}

extension StandingSignIn {
    /// Whether the account that was locked is open, and the device signed in to it.
    fileprivate func isOver(with facts: AccountFacts) -> Bool {
        if case .locked(let name) = self { name == facts.account && facts.details?.isLocked == false } else { false }
    }
}
