import Chromium
import DevicePages
import DeviceScreens
@testable import DeviceSimulator
import Foundation
import ReservedPorts
import Testing

extension InBrowser {
    /// Alerts, sheets and the Apple Account page contain texts of apps, extensions, sites and Apple's service.
    @Suite("Hostile text on phones in a browser", .timeLimit(.minutes(20)))
    struct HostileTextTests {
        private static let hostile = "<img src=x onerror='window.hacked = true'><b>\u{202E}txet</b>\"'"

        @Test("is shown as text in its own direction, and runs no script", arguments: Place.allCases)
        func text(_ place: Place) async throws {
            let port = try ReservedPort()
            let phone = ShownView(view: place.view(Self.hostile))
            try await PhoneServing.serve([phone], on: port) {
                let anna = try await PhoneVisitor.visit(port)
                try await anna.sees(Self.hostile)
                let page = anna.page
                #expect(
                    try await page.evaluate("document.querySelectorAll('.phone img, .phone b, .phone script').length").number == 0)
                #expect(try await page.evaluate("window.hacked === undefined").boolean == true)
                let unisolated = """
                    (() => {
                      const walker = document.createTreeWalker(document.querySelector(".phone"), NodeFilter.SHOW_TEXT);
                      const found = [];
                      while (walker.nextNode()) {
                        const parent = walker.currentNode.parentElement;
                        if (!walker.currentNode.data.includes("\\u202e") || parent.closest(".visually-hidden")) continue;
                        if (getComputedStyle(parent).unicodeBidi !== "isolate") found.push(parent.outerHTML);
                      }
                      return found.join("\\n");
                    })()
                    """
                #expect(try await page.evaluate(unisolated).string == "")
                try await anna.expectNoRemarks()
            }
        }

        enum Place: CaseIterable {
            case appAlert, phoneAlert, accountCode, sheet, accountPage, lockedAccount, accountSignIn, mail, openMail

            func view(_ text: String) -> PhoneView {
                switch self {
                case .appAlert:
                    view(
                        .app(
                            icon,
                            AppScreen(
                                title: text, elements: [.button(AppButton("go", title: text))],
                                alert: AppAlert(title: text, message: text, buttons: [text, text + "2"]))))
                case .phoneAlert: view(.home([icon]), [.alert(AppAlert(title: text, message: text, buttons: [text]))])
                case .accountCode: view(.home([icon]), [.accountCode(.init(code: "481516", place: text))])
                case .sheet:
                    view(
                        .home([icon]),
                        [
                            .sheet(
                                .init(
                                    number: 3, app: text, subject: .explanation(account: text), title: text, message: text,
                                    parts: [
                                        .text(text), .name(given: text, family: text),
                                        .email(shared: text, isHiddenByDefault: false, others: [text + "2"]),
                                        .candidate(index: 0, title: text, detail: text, kind: .password),
                                    ], buttons: [.init(role: .proceed, title: text), .init(role: .cancel, title: text)]))
                        ])
                case .accountPage: view(.settings(settings(text, isLocked: false)))
                case .lockedAccount: view(.settings(settings(text, isLocked: true)))
                case .accountSignIn:
                    view(
                        .settings(
                            .init(
                                accountSignIn: .code(account: text), isAutoFillOn: true, passwords: [], arePasswordsShown: false,
                                page: .account, failure: text)))
                case .mail: view(.mail(.init(account: text, mails: [mail(text)], open: nil)))
                case .openMail:
                    view(
                        .mail(
                            .init(
                                account: text, mails: [mail(text)],
                                open: .init(mail: mail(text), from: text, to: text, text: text))))
                }
            }

            private func mail(_ text: String) -> PhoneView.Mail {
                .init(id: 1, sender: text, subject: text, preview: text, received: Date(timeIntervalSince1970: 1_778_319_600))
            }

            private var icon: PhoneView.AppIcon { .init(id: "TEAM.com.example.app", name: "App", isRunning: true) }

            private func view(_ content: PhoneView.Content, _ overlays: [PhoneView.Overlay] = []) -> PhoneView {
                PhoneView(
                    version: 1, device: "iPhone", time: Date(timeIntervalSince1970: 1_778_319_660), biometry: .faceID,
                    isOnline: true, content: content, overlays: overlays)
            }

            private func settings(_ text: String, isLocked: Bool) -> PhoneView.SettingsView {
                .init(
                    account: text,
                    accountDetails: .init(name: text, emails: [text, text + "2"], hasTwoFactor: true, isLocked: isLocked),
                    appsUsingAccount: [.init(id: text, name: text, email: text)], isAutoFillOn: true, passwords: [],
                    arePasswordsShown: false, page: .account, failure: text)
            }
        }
    }
}

/// A phone that always shows the same view.
struct ShownView: ShownPhone {
    let view: PhoneView

    func views() -> AsyncStream<PhoneView> { AsyncStream { $0.yield(view) } }
    var installedApps: [PhoneView.AppIcon] { [] }
    func perform(_ action: PhoneAction) async throws(PhoneError) {}
    func tap(_ title: String) async throws {}
    func suggest(_ language: PhoneView.Language) {}
    func receive(message text: String, from sender: String) {}
    func advance(by duration: Duration) {}
    func setOnline(_ isOnline: Bool) {}
    func exportPasswords(as form: Phone.PasswordFile) async throws(PhoneError) -> Data { Data() }

    func importPasswords(_ file: Data, replacing: Bool) async throws(PhoneError) -> Phone.ImportedPasswords {
        throw PhoneError(.nothingThere, "no passwords")
    }

    func exportCredentials() async throws(PhoneError) -> Phone.ExportedCredentials {
        throw PhoneError(.nothingThere, "no credentials")
    }

    func confirmedExport() async throws(PhoneError) -> Phone.ExportedCredentials {
        throw PhoneError(.nothingThere, "no credentials")
    }

    func importCredentials(
        _ file: Data, replacing: Bool, isPreview: Bool
    ) async throws(PhoneError) -> Phone.ImportedCredentials {
        throw PhoneError(.nothingThere, "no credentials")
    }
}
