import DeviceSimulator
import OpenAuthenticationServices

/// Every state, in the order in which Apple's service, the device and the user decide. The defaults are an ordinary account that is
/// new to the app, online, with the article's button.
enum SignInTable {
    /// Represents the address of the account, which differs in each test.
    static let address = "ADDRESS"
    /// Represents the name of the account, which differs in each test.
    static let name = "ACCOUNT"

    static var all: [SignInRow] {
        accounts + firstTimes + returning + presence + mechanisms + networks + existing + passwords + operations
    }

    static let details = SimulatedSheet.Content.details(givenName: "Jane", familyName: "Appleseed", email: address)
    static let granted = Told.appleID(name: "Jane Appleseed", email: address, hasTokens: true)
    static let grantedAgain = Told.appleID(name: nil, email: nil, hasTokens: true)

    // MARK: - The account

    private static let accounts: [SignInRow] = [
        SignInRow(account: .none, sheets: [.openSettings], seen: [.alert(.noAccount)], told: .error(.unknown)),
        SignInRow(account: .none, sheets: [.cancel], seen: [.alert(.noAccount)], told: .error(.canceled)),
        SignInRow(account: .none, consent: .given, sheets: [.cancel], seen: [.alert(.noAccount)], told: .error(.canceled)),
        SignInRow(account: .none, consent: .siblingApp, sheets: [.cancel], seen: [.alert(.noAccount)], told: .error(.canceled)),
        SignInRow(account: .none, network: .offline, sheets: [.cancel], seen: [.alert(.noAccount)], told: .error(.canceled)),
        SignInRow(
            account: .none, consent: .siblingApp, network: .offline, sheets: [.cancel], seen: [.alert(.noAccount)],
            told: .error(.canceled)),
        SignInRow(
            account: .none, consent: .given, network: .offline, sheets: [.cancel], seen: [.alert(.noAccount)],
            told: .error(.canceled)),
        SignInRow(account: .withoutTwoFactor, sheets: [.openSettings], seen: [.alert(.twoFactorNeeded)], told: .error(.unknown)),
        SignInRow(account: .withoutTwoFactor, sheets: [.cancel], seen: [.alert(.twoFactorNeeded)], told: .error(.unknown)),
        SignInRow(
            account: .withoutTwoFactor, consent: .siblingApp, sheets: [.cancel], seen: [.alert(.twoFactorNeeded)],
            told: .error(.unknown)),
        SignInRow(
            account: .withoutTwoFactor, consent: .given, sheets: [.cancel], seen: [.alert(.twoFactorNeeded)], told: .error(.unknown)
        ),
        SignInRow(
            account: .withoutTwoFactor, network: .offline, sheets: [.cancel], seen: [.alert(.notCompleted)], told: .error(.canceled)
        ),
        SignInRow(
            account: .withoutTwoFactor, consent: .siblingApp, network: .offline, sheets: [.cancel], seen: [.alert(.notCompleted)],
            told: .error(.canceled)),
        // Offline, the device knows the consent, but not the account's later state.
        SignInRow(
            account: .withoutTwoFactor, consent: .given, network: .offline, sheets: [.proceed, .cancel], prompts: [.match],
            seen: [.confirmation, .alert(.notCompleted)], promptCount: 1, told: .error(.canceled)),
        SignInRow(
            account: .withoutTwoFactor, consent: .given, network: .offline, sheets: [.cancel], seen: [.confirmation],
            told: .error(.canceled)),
        SignInRow(
            account: .withoutTwoFactor, consent: .given, network: .offline, sheets: [.proceed], prompts: [.cancel],
            seen: [.confirmation], promptCount: 1, told: .error(.canceled)),
        SignInRow(account: .locked, sheets: [.openSettings], seen: [.alert(.accountLocked)], told: .error(.unknown)),
        SignInRow(account: .locked, sheets: [.cancel], seen: [.alert(.accountLocked)], told: .error(.unknown)),
        SignInRow(
            account: .locked, consent: .siblingApp, sheets: [.cancel], seen: [.alert(.accountLocked)], told: .error(.unknown)),
        SignInRow(account: .locked, consent: .given, sheets: [.cancel], seen: [.alert(.accountLocked)], told: .error(.unknown)),
        SignInRow(account: .locked, network: .offline, sheets: [.cancel], seen: [.alert(.notCompleted)], told: .error(.canceled)),
        SignInRow(
            account: .locked, consent: .siblingApp, network: .offline, sheets: [.cancel], seen: [.alert(.notCompleted)],
            told: .error(.canceled)),
        SignInRow(
            account: .locked, consent: .given, network: .offline, sheets: [.proceed, .cancel], prompts: [.match],
            seen: [.confirmation, .alert(.notCompleted)], promptCount: 1, told: .error(.canceled)),
        SignInRow(
            account: .locked, consent: .given, network: .offline, sheets: [.cancel], seen: [.confirmation], told: .error(.canceled)),
        SignInRow(
            account: .locked, consent: .given, network: .offline, sheets: [.proceed], prompts: [.cancel], seen: [.confirmation],
            promptCount: 1, told: .error(.canceled)),
    ]

    // MARK: - The first time, and cancelling at each sheet

    private static let firstTimes: [SignInRow] = [
        SignInRow(
            sheets: [.proceed, .proceed], prompts: [.match], seen: [.explanation, details], promptCount: 1, told: granted),
        SignInRow(
            sheets: [.proceed, .details(givenName: "J.", familyName: "A.", email: .share)], prompts: [.match],
            seen: [.explanation, details], promptCount: 1, told: .appleID(name: "J. A.", email: address, hasTokens: true)),
        SignInRow(sheets: [.cancel], seen: [.explanation], told: .error(.canceled)),
        SignInRow(sheets: [.proceed, .cancel], seen: [.explanation, details], told: .error(.canceled)),
        SignInRow(
            sheets: [.proceed, .proceed], prompts: [.cancel], seen: [.explanation, details], promptCount: 1,
            told: .error(.canceled)),
        // Actions that a sheet does not have close it.
        SignInRow(sheets: [.tryAgain], seen: [.explanation], told: .error(.canceled)),
        SignInRow(sheets: [.details()], seen: [.explanation], told: .error(.canceled)),
        SignInRow(sheets: [.proceed, .choose(0)], seen: [.explanation, details], told: .error(.canceled)),
        // The team is known, so the introduction to Sign in with Apple is not shown.
        SignInRow(
            consent: .siblingApp, sheets: [.proceed], prompts: [.match], seen: [details], promptCount: 1, told: granted),
        SignInRow(consent: .siblingApp, sheets: [.cancel], seen: [details], told: .error(.canceled)),
        SignInRow(
            consent: .siblingApp, sheets: [.proceed], prompts: [.cancel], seen: [details], promptCount: 1, told: .error(.canceled)),
    ]

    private static let returning: [SignInRow] = [
        SignInRow(
            consent: .given, sheets: [.proceed], prompts: [.match], seen: [.confirmation], promptCount: 1, told: grantedAgain),
        SignInRow(consent: .given, sheets: [.cancel], seen: [.confirmation], told: .error(.canceled)),
        SignInRow(consent: .given, sheets: [.details()], seen: [.confirmation], told: .error(.canceled)),
        SignInRow(
            consent: .given, sheets: [.proceed], prompts: [.cancel], seen: [.confirmation], promptCount: 1, told: .error(.canceled)),
    ]

    // MARK: - User presence

    private static let presence: [SignInRow] = [
        SignInRow(
            sheets: [.proceed, .proceed], prompts: [.noMatch, .fallback, .passcode("2468")], seen: [.explanation, details],
            promptCount: 3,
            told: granted),
        SignInRow(
            sheets: [.proceed, .proceed], prompts: [.noMatch, .match], seen: [.explanation, details], promptCount: 2, told: granted),
        SignInRow(
            sheets: [.proceed, .proceed], prompts: [.noMatch, .fallback, .passcode("1111"), .passcode("1111"), .passcode("1111")],
            seen: [.explanation, details], promptCount: 5, told: .error(.failed)),
        SignInRow(
            sheets: [.proceed, .proceed], prompts: [.noMatch, .fallback, .cancel], seen: [.explanation, details], promptCount: 3,
            told: .error(.canceled)),
        SignInRow(
            sheets: [.proceed, .proceed], prompts: [.timeout], seen: [.explanation, details], promptCount: 1,
            told: .error(.canceled)),
        SignInRow(
            consent: .given, sheets: [.proceed],
            prompts: [.noMatch, .fallback, .passcode("1111"), .passcode("1111"), .passcode("1111")],
            seen: [.confirmation], promptCount: 5, told: .error(.failed)),
    ]
}
