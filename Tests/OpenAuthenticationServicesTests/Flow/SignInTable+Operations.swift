import DeviceSimulator
import OpenAuthenticationServices

extension SignInTable {
    /// Refreshing and logging out, which name the user. Both require a valid consent.
    static var operations: [SignInRow] {
        SignInRow.Consent.allCases.flatMap { consent in
            [SignInRow.Request.refresh, .logout].flatMap { request in
                withoutAccount(request, consent)
                    + [.ordinary, .withoutTwoFactor, .locked].flatMap { account in
                        offline(request, account, consent)
                            + (consent == .given ? known(request, account) : unknown(request, account, consent))
                    }
            }
        }
    }

    private static func withoutAccount(_ request: SignInRow.Request, _ consent: SignInRow.Consent) -> [SignInRow] {
        [SignInRow.Network.online, .offline].map { network in
            SignInRow(
                account: .none, consent: consent, network: network, request: request, sheets: [.cancel], seen: [.alert(.noAccount)],
                told: .error(.canceled))
        }
    }

    /// Only the service knows the user of the account.
    private static func offline(
        _ request: SignInRow.Request, _ account: SignInRow.Account, _ consent: SignInRow.Consent
    ) -> [SignInRow] {
        [
            SignInRow(
                account: account, consent: consent, network: .offline, request: request, sheets: [.tryAgain, .cancel],
                seen: [.alert(.notCompleted), .alert(.notCompleted)], told: .error(.canceled)),
            SignInRow(
                account: account, consent: consent, network: .offline, request: request, sheets: [.cancel],
                seen: [.alert(.notCompleted)], told: .error(.canceled)),
        ]
    }

    private static func unknown(
        _ request: SignInRow.Request, _ account: SignInRow.Account, _ consent: SignInRow.Consent
    ) -> [SignInRow] {
        [SignInRow(account: account, consent: consent, request: request, seen: [], told: .error(.failed))]
    }

    private static func known(_ request: SignInRow.Request, _ account: SignInRow.Account) -> [SignInRow] {
        [
            SignInRow(
                account: account, consent: .given, request: request, sheets: [.cancel], seen: [.confirmation],
                told: .error(.canceled)),
            SignInRow(
                account: account, consent: .given, request: request, sheets: [.proceed], prompts: [.cancel], seen: [.confirmation],
                promptCount: 1, told: .error(.canceled)),
            end(request, account),
        ]
    }

    /// The service receives no log-out, so the account's state cannot prevent it.
    private static func end(_ request: SignInRow.Request, _ account: SignInRow.Account) -> SignInRow {
        var row = SignInRow(
            account: account, consent: .given, request: request, sheets: [.proceed], prompts: [.match], seen: [.confirmation],
            promptCount: 1, told: request == .logout ? .appleID(name: nil, email: nil, hasTokens: false) : grantedAgain)
        if request == .refresh, account != .ordinary {
            row.sheets += [.cancel]
            row.seen += [.alert(account == .locked ? .accountLocked : .twoFactorNeeded)]
            row.told = .error(.unknown)
        }
        return row
    }
}
