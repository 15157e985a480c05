@testable import DeviceSimulator
import Foundation

extension PhoneView {
    static let notified: PhoneView = {
        var view = sample(.app(.juice, .juiceLogin))
        view.notification = .passkeySaved(user: "mira <rao>", site: "juice.example.com")
        return view
    }()
}

extension PhoneView.SecurityKeyView {
    static let sample = PhoneView.SecurityKeyView(
        hasPIN: true, remainingAttempts: 7, credentials: [.init(site: "quotes.example.com", user: "mira <rao>")])
}

extension PhoneView {
    static let withSecurityKey: PhoneView = {
        var view = sample(.home([.juice, .quotes]))
        view.securityKey = .sample
        return view
    }()
}

extension PhoneView.Keyboard {
    static let passkey = PhoneView.Keyboard(
        field: "username", suggestions: [.passkey(user: "mira@example.com", site: "quotes.example.com")], hasKey: true)
}

extension PhoneView.SheetView {
    static let createPasskey = PhoneView.SheetView(
        number: 6, app: "Juice", subject: .createPasskey(user: "mira <rao>", site: "juice.example.com"),
        title: "Create a Passkey?",
        message: "A passkey for “mira <rao>” on juice.example.com will be saved on this device.",
        parts: [
            .candidate(index: 0, title: "Vault", detail: "Save in this app instead", kind: .passwordManager),
            .candidate(index: 1, title: "Security Key", detail: "juice.example.com", kind: .securityKey),
        ],
        buttons: [.init(role: .proceed, title: "Continue"), .init(role: .cancel, title: "Cancel")])
}

extension PhoneView.SheetView {
    static let newAccount = PhoneView.SheetView(
        number: 7, app: "Juice", subject: .newAccount(site: "juice.example.com"), title: "Create Account",
        message: "Juice will receive the information below.",
        parts: [
            .name(given: "Mira", family: "<Rao>"),
            .contact(known: ["mira@example.com", "+12345678901"], kinds: [.email, .phoneNumber]),
            .passwordManagers(names: ["Vault"]),
        ], buttons: [.init(role: .proceed, title: "Continue"), .init(role: .cancel, title: "Cancel")])
}

extension PhoneView.SettingsView {
    static let exported: PhoneView.SettingsView = {
        var settings = sample(.exportCredentials)
        settings.isExportConfirmed = true
        return settings
    }()

    static let editedPasskey: PhoneView.SettingsView = {
        var settings = sample(.passkey)
        settings.passkey = settings.passkeys.first
        settings.passkey?.lastUsed = Date(timeIntervalSince1970: 1_778_319_600)
        return settings
    }()
}
