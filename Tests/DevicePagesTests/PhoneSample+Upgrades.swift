import DeviceScreens
@testable import DeviceSimulator

extension PhoneView.SettingsView {
    static let recommended: PhoneView.SettingsView = {
        var settings = sample(.recommendations)
        settings.recommendations = [.weak, .reused]
        settings.unansweredLookUps = 2
        return settings
    }()

    static func recommended(_ progress: PhoneView.UpgradeProgress?) -> PhoneView.SettingsView {
        var settings = recommended
        settings.page = .recommendation
        settings.recommendation = RecommendationPage(recommendation: .weak, remedies: .all, progress: progress)
        return settings
    }

    static let lockedRecommendations: PhoneView.SettingsView = {
        var settings = sample(.recommendations)
        settings.passwords = []
        settings.arePasswordsShown = false
        return settings
    }()
}

extension PhoneView.SettingsView.Recommendation {
    static let weak = Self(
        id: "shop.example.org/mira", site: "shop.example.org", user: "mira", severity: .high, headline: "Easily guessed password",
        reason: "It is a word with look-alike characters. It is also the password of 2 other accounts.",
        findings: [.weak(.substitutions, isVeryWeak: true), .reused(count: 2)])
    static let reused = Self(
        id: "quotes.example.com/mira@example.com", site: "quotes.example.com", user: "mira@example.com", severity: .medium,
        headline: "Reused password", reason: "It is also the password of mira at shop.example.org.",
        findings: [.reusedOnce(user: "<mira>", site: "shop.example.org")])
}

extension [PhoneView.Remedy] {
    static let all: Self = [
        .init(
            kind: .signInWithApple, title: "Use Sign in with Apple",
            whatHappens: "The app asks the site to let you sign in with Apple.",
            obstacle: "Sign in to an Apple Account in Settings first."),
        .init(
            kind: .strongPassword, title: "Use Strong Password",
            whatHappens: "The app asks the site to replace the password by a strong one."),
        .init(
            kind: .changeOnSite, title: "Change Password on Website", whatHappens: "The page of shop.example.org opens.",
            site: "shop.example.org"),
        .init(
            kind: .byHand, title: "Change Password Yourself", whatHappens: "Sign in there and change the password.",
            site: "shop.example.org"),
    ]
}

extension PhoneView.UpgradeProgress {
    static let working = Self(
        stage: .working, text: "Shop is changing the password…", remedy: .strongPassword, app: "Shop", isSettled: false)
    static let done = Self(
        stage: .done, text: "Done. The account now has a strong password.", remedy: .strongPassword, app: "Shop", isSettled: true)
    static let failed = Self(
        stage: .failed, text: "The shop is closed. Your password was not changed.", remedy: .signInWithApple, app: "Shop",
        cause: .stated("The shop is closed."), isSettled: true)
}

extension PhoneView.ExtensionSheet {
    static func juice(_ screen: AppScreen?) -> Self {
        Self(number: 3, app: "Juice", user: "mira", site: "shop.example.org", screen: screen)
    }

    /// A credential provider that was asked for any credential.
    static let choice = Self(
        number: 1 << 32, app: "Vault", user: "", site: "",
        screen: AppScreen(
            title: "Choose a Password",
            elements: [
                .text(AppText("quotes.example.com", style: .caption)), .button(AppButton("mira", title: "mira@example.com")),
                .button(AppButton("rao", title: "rao")),
            ]))
}

extension PhoneView.UpgradeQuestion {
    static func sample(_ progress: PhoneView.UpgradeProgress?) -> Self {
        Self(
            app: "Motivation", user: "mira", site: "shop.example.org", reason: "It is a word.",
            findings: [.weak(.word, isVeryWeak: false)],
            remedies: progress == nil ? [PhoneView.Remedy].all.filter { $0.kind == .strongPassword } : [], progress: progress)
    }
}

extension AppScreen {
    static let confirm = AppScreen(
        title: "Confirm",
        elements: [
            .text(AppText("Enter the code of your authenticator.")),
            .field(AppTextField("code", label: "Code", text: "12", keyboard: .numberPad)),
            .text(AppText("That is not the code.", style: .error)),
            .button(AppButton("go", title: "Continue", style: .prominent)),
        ])
}
