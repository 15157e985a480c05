import DeviceScreens
import DeviceServices
import Foundation
import PasswordManager
import TestKit
import Testing

@testable import DeviceSimulator

@Suite("A phone with events in any order") struct AnyOrderTests {
    /// The stages of one process, as it was notified of them. A notification out of order is an error.
    private struct Told {
        var stage = RunningApp.Stage.inactive

        mutating func observe(_ event: AppEvent) -> Bool {
            switch (event, stage) {
            case (.didBecomeActive, .inactive): stage = .active
            case (.willResignActive, .active): stage = .inactive
            case (.didEnterBackground, .inactive): stage = .background
            case (.willEnterForeground, .background): stage = .inactive
            case (.didBecomeActive, _), (.willResignActive, _), (.didEnterBackground, _), (.willEnterForeground, _): return false
            default: break
            }
            return true
        }
    }

    private static let secret = "correct horse battery"
    private static let screens = [AppScreen.signIn, .signUp, .code, .signedIn]

    @Test(
        "apps are notified of their stages in order, a password is filled in only for its owner, and a rejected action changes nothing",
        arguments: 0..<60)
    func anyOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bench = try StateBench(random: SeededGenerator(seed: seed + 1))
        try bench.save("ann", Self.secret)
        var told: [Int: Told] = [:]
        var (proofs, fills) = (0, 0)
        var inquiries: [Int] = []
        var number: UInt64 = 0
        for step in 0..<150 {
            var effects: [PhoneEffect] = []
            let before = bench.view
            if Bool.random(using: &random) {
                if let done = try? bench.perform(action(&random, before)) {
                    effects = done
                } else {
                    #expect(bench.view == before, "step \(step)")
                }
            } else {
                number += 1
                let news = news(&random, bench, number, inquiries)
                if case .presence(_, .confirmed) = news { proofs += 1 }
                effects = bench.observe(news)
            }
            for case .askPresence(let inquiry, _, _) in effects { inquiries.append(inquiry) }
            for case .send(let event, _, let launch) in effects {
                let isInTurn = told[launch, default: Told()].observe(event)
                #expect(isInTurn, "step \(step): \(event)")
                if case .changed(_, Self.secret) = event { fills += 1 }
            }
            #expect(fills <= proofs, "step \(step)")
            if bench.state.isExportConfirmed {
                #expect(bench.state.front == .settings(.exportCredentials) && !bench.state.device.isLocked, "step \(step)")
            }
            if case .locked = bench.view.content { #expect(bench.view.overlays.isEmpty && bench.view.keyboard == nil) }
        }
    }

    private func action(_ random: inout SeededGenerator, _ view: PhoneView) -> PhoneAction {
        let field = ["user", "password", "new", "code"].randomElement(using: &random) ?? "user"
        let sheets = view.overlays.compactMap { overlay -> UInt64? in
            if case .sheet(let sheet) = overlay { sheet.number } else { nil }
        }
        let actions: [PhoneAction] = [
            .home, .lock, .present(isOwner: Bool.random(using: &random)), .enterPasscode("2468"), .cancelPrompt,
            .choosePasscodeInstead, .open(app: StateBench.app), .open(app: StateBench.app), .quit(app: StateBench.app),
            .press(button: "logIn"), .answerAlert(button: 0), .focus(field: field), .focus(field: field),
            .type(field: field, text: "typed"), .submit(field: field), .chooseSuggestion(0), .chooseSuggestion(0),
            .openPasswordList, .chooseFromList(0), .closePasswordList, .answerSaveQuestion(.save), .answerSaveQuestion(.notNow),
            .answerSaveQuestion(.never), .leadPage(to: "https://example.com/next"), .askToSave(site: "example.com"),
            .answerSheet(number: sheets.last ?? 0, .cancel), .closeBrowser, .openSettings(.passwords), .setAutoFill(true),
            .openMessages, .openMail, .readMail(id: 1), .dismissBanner, .openSettings(.passkey),
            .renamePasskey(id: "01", to: "ann"), .openSettings(.exportCredentials), .openSettings(.importCredentials),
            .importCredentials(file: "{}"),
        ]
        return actions.randomElement(using: &random) ?? .home
    }

    private func news(_ random: inout SeededGenerator, _ bench: StateBench, _ number: UInt64, _ inquiries: [Int]) -> PhoneEvent {
        let (app, launch) = (StateBench.app, bench.state.launches)
        let screen = Self.screens.randomElement(using: &random) ?? .signIn
        let all: [PhoneEvent] = [
            .device(DeviceFacts(isLocked: Int.random(in: 0..<4, using: &random) == 0)), .device(DeviceFacts()),
            .app(app, launch: launch, .screen(screen)), .app(app, launch: launch, .screen(screen)),
            .app(app, launch: launch, .handled(events: bench.state[app: app]?.sent ?? 0)),
            .app(app, launch: launch, .handled(events: bench.state[app: app]?.sent ?? 0)),
            .app(app, launch: launch, .ended(failure: nil)), .callBegan(app), .callEnded(app),
            .promptShown(PendingPrompt(number: number, app: app, reason: "why", way: .biometry)),
            .promptHidden(number &- 1), .promptHidden(number &- 2),
            .sheetShown(PendingSheet(number: number, app: app, content: .alert(.noAccount))), .sheetHidden(number &- 1),
            .pageOpened(number, address: "https://example.com/"), .pageClosed(number &- 1),
            .presence(number: inquiries.randomElement(using: &random) ?? 0, .confirmed),
            .presence(number: inquiries.last ?? 0, .confirmed), .presence(number: inquiries.last ?? 0, .rejected),
            .message("Your code is 123456", sender: "Shop"), .notified(.passkeySaved(user: "ann", site: "example.com")),
            .timePassed, .passwordsChanged, .notSaved("no room"), .importEnded(isSaved: Bool.random(using: &random), failure: nil),
            .importEnded(isSaved: false, failure: "no space"), .autoFillSettingsOpened,
        ]
        return all.randomElement(using: &random) ?? .timePassed
    }
}
