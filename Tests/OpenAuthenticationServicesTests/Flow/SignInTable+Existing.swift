import DeviceSimulator
import OpenAuthenticationServices

extension SignInTable {
    /// Whether the account is offered in requests for existing credentials.
    private static let offers: [(account: SignInRow.Account, consent: SignInRow.Consent, isOnline: Bool, isOffered: Bool)] = [
        (.none, .never, true, false), (.none, .never, false, false),
        (.none, .siblingApp, true, false), (.none, .siblingApp, false, false),
        (.none, .given, true, false), (.none, .given, false, false),
        (.ordinary, .never, true, false), (.ordinary, .never, false, false),
        (.ordinary, .siblingApp, true, false), (.ordinary, .siblingApp, false, false),
        (.ordinary, .given, true, true), (.ordinary, .given, false, true),
        (.withoutTwoFactor, .never, true, false), (.withoutTwoFactor, .never, false, false),
        (.withoutTwoFactor, .siblingApp, true, false), (.withoutTwoFactor, .siblingApp, false, false),
        // Offline, the device knows the consent, but not the account's later state.
        (.withoutTwoFactor, .given, true, false), (.withoutTwoFactor, .given, false, true),
        (.locked, .never, true, false), (.locked, .never, false, false),
        (.locked, .siblingApp, true, false), (.locked, .siblingApp, false, false),
        (.locked, .given, true, false), (.locked, .given, false, true),
    ]

    static var existing: [SignInRow] {
        offers.flatMap { state -> [SignInRow] in
            func row(
                _ request: SignInRow.Request, _ sheets: [SimulatedSheets.Answer], _ prompts: [SimulatedPerson.Answer],
                _ seen: [SimulatedSheet.Content], _ told: Told
            ) -> SignInRow {
                SignInRow(
                    account: state.account, consent: state.consent, network: state.isOnline ? .online : .offline, request: request,
                    sheets: sheets, prompts: prompts, seen: seen, promptCount: prompts.count, told: told)
            }
            let password = Told.password(user: "jane", password: "hunter2")
            guard state.isOffered else {
                return [
                    row(.existing, [], [], [], .error(.canceled)), row(.buttonForExisting, [], [], [], .error(.canceled)),
                    row(.existingWithPassword, [.choose(0)], [.match], [.choice(["jane"])], password),
                    row(.existingWithPassword, [.choose(0)], [.cancel], [.choice(["jane"])], .error(.canceled)),
                    row(.existingWithPassword, [.cancel], [], [.choice(["jane"])], .error(.canceled)),
                ]
            }
            let choice = SimulatedSheet.Content.choice([name, "jane"])
            var rows = [
                row(.existingWithPassword, [.choose(1)], [.match], [choice], password),
                row(.existingWithPassword, [.cancel], [], [choice], .error(.canceled)),
                row(.existingWithPassword, [.choose(0)], [.cancel], [choice], .error(.canceled)),
                state.isOnline
                    ? row(.existingWithPassword, [.choose(0)], [.match], [choice], grantedAgain)
                    : row(
                        .existingWithPassword, [.choose(0), .cancel], [.match], [choice, .alert(.notCompleted)], .error(.canceled)),
            ]
            for request in [SignInRow.Request.existing, .buttonForExisting] {
                rows += [
                    row(request, [.cancel], [], [.confirmation], .error(.canceled)),
                    row(request, [.proceed], [.cancel], [.confirmation], .error(.canceled)),
                    state.isOnline
                        ? row(request, [.proceed], [.match], [.confirmation], grantedAgain)
                        : row(request, [.proceed, .cancel], [.match], [.confirmation, .alert(.notCompleted)], .error(.canceled)),
                ]
            }
            return rows
        }
    }

    static let passwords: [SignInRow] = [
        SignInRow(
            consent: .given, request: .existingWithPassword, sheets: [.choose(2)], seen: [.choice([name, "jane"])],
            told: .error(.canceled)),
        SignInRow(
            request: .password, sheets: [.choose(0)], prompts: [.match], seen: [.choice(["jane"])], promptCount: 1,
            told: .password(user: "jane", password: "hunter2")),
        SignInRow(
            request: .password, sheets: [.choose(0)], prompts: [.cancel], seen: [.choice(["jane"])], promptCount: 1,
            told: .error(.canceled)),
        SignInRow(request: .password, sheets: [.cancel], seen: [.choice(["jane"])], told: .error(.canceled)),
        SignInRow(request: .passwordWithoutAny, seen: [], told: .error(.canceled)),
    ]
}
