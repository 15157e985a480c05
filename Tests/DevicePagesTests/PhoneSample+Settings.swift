import DeviceServices
@testable import DeviceSimulator
import Foundation

extension PhoneView.SettingsView {
    static func sample(_ page: Page) -> PhoneView.SettingsView {
        PhoneView.SettingsView(
            account: "mira@example.com",
            appsUsingAccount: [.init(id: "com.example.juice", name: "Juice", email: "x7k2p9q4ft@privaterelay.appleid.com")],
            isAutoFillOn: true,
            passwords: [
                .init(
                    id: "1", site: "quotes.example.com", user: "mira@example.com", password: "cuqwyf-9rahpo-Byzzub",
                    lastUsed: Date(timeIntervalSince1970: 1_778_318_000)),
                .init(
                    id: "2", site: "shop.example.org", user: "mira", password: "velvet-otter 41", lastUsed: nil,
                    isUnused: true, earlier: ["velvet-otter", "otter"],
                    possibleEnds: [.newPassword("fygqeb-3qabto-Xunxum"), .asSaved, .unknown]),
            ], arePasswordsShown: true, page: page, failure: nil,
            appsUsingFaceID: [
                .init(id: "TEAM.com.example.juice", name: "Juice", isAllowed: true),
                .init(id: "TEAM.com.example.quotes", name: "Quotes", isAllowed: false),
            ], credentialProviders: [.init(id: "TEAM.com.example.vault", name: "Vault", isOn: true)],
            passkeys: [
                .init(
                    id: "0a1b", site: "quotes.example.com", user: "mira <rao>",
                    created: Date(timeIntervalSince1970: 1_778_318_000))
            ])
    }

    static let watched: PhoneView.SettingsView = {
        var settings = sample(.watch)
        settings.watch = SimulatedWatch()
        return settings
    }()

    static func detailed(isLocked: Bool) -> PhoneView.SettingsView {
        var settings = sample(.account)
        settings.accountDetails = .init(
            name: "Mira Rao", emails: ["mira@example.com", "rao@example.org"], hasTwoFactor: isLocked, isLocked: isLocked)
        return settings
    }

    static func signingIn(_ signIn: AccountSignIn) -> PhoneView.SettingsView {
        var settings = signedOut
        settings.failure = nil
        settings.accountSignIn = signIn
        return settings
    }

    static let signedOut = PhoneView.SettingsView(
        account: nil, appsUsingAccount: nil, isAutoFillOn: false, passwords: [], arePasswordsShown: false, page: .account,
        failure: "This device cannot save its settings: no space", failed: .saveSettings)
}
