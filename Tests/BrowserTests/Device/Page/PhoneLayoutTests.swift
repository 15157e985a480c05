import Chromium
import DeviceScreens
@testable import DeviceSimulator
import Foundation
import ReservedPorts
import Testing

extension InBrowser {
    /// The sizes of phones and controls in windows of several sizes.
    @Suite("The layout of the phones' page", .timeLimit(.minutes(20)))
    struct PhoneLayoutTests {
        private static let laptops = [(1366, 657), (1440, 789), (1536, 730), (1920, 969)]

        @Test("both phones, the controls beside them and the tour are visible in the window of a laptop", arguments: laptops)
        func laptop(width: Int, height: Int) async throws {
            try await PhoneStage.run { stage in
                let anna = try await stage.visit(size: PageSize(width: width, height: height))
                #expect(try await anna.page.evaluate(Self.outside) == [])
                let isBeside = """
                    [...document.querySelectorAll(".stand")].every(stand =>
                      stand.querySelector(".surroundings").getBoundingClientRect().left
                        >= stand.querySelector(".phone").getBoundingClientRect().right)
                    """
                #expect(try await anna.page.evaluate(isBeside).boolean == true)
                #expect(try await anna.page.evaluate("document.scrollingElement.scrollHeight <= innerHeight").boolean == true)
                try await anna.expectNoRemarks()
            }
        }

        @Test("the links to the parts of the desk unfold over the phones, inside the window", arguments: laptops + [(320, 568)])
        func parts(width: Int, height: Int) async throws {
            try await PhoneStage.run { stage in
                let anna = try await stage.visit(size: PageSize(width: width, height: height, mobile: width == 320))
                let top = try await anna.page.evaluate(Self.firstTop)
                try await anna.page.click(".parts summary")
                #expect(try await anna.page.count(".parts[open] a") == 9)
                #expect(try await anna.page.text(".parts [aria-current]") == "Phones")
                let outside =
                    "[...document.querySelectorAll('.parts a')].filter(e => "
                    + "e.getBoundingClientRect().right > innerWidth || e.getBoundingClientRect().left < 0).length"
                #expect(try await anna.page.evaluate(outside).number == 0)
                // On a narrow window they are above the phones.
                if width > 320 { #expect(try await anna.page.evaluate(Self.firstTop) == top) }
            }
        }

        /// The position of the first phone.
        private static let firstTop = "document.querySelector('.phone').getBoundingClientRect().top"

        @Test("“Fit Screen” turns the fitting off and on, and the choice stays")
        func fit() async throws {
            try await PhoneStage.run { stage in
                let anna = try await stage.visit(size: PageSize(width: 1366, height: 657))
                #expect(try await anna.page.attribute("aria-pressed", of: "#fit") == "true")
                try await anna.page.click("#fit")
                #expect(try await anna.page.attribute("aria-pressed", of: "#fit") == "false")
                #expect(try await Self.height(anna) > 780)
                try await anna.page.reload()
                try await anna.wait(for: "the choice", "document.getElementById('fit').getAttribute('aria-pressed') === 'false'")
                #expect(try await Self.height(anna) > 780)
                try await anna.page.click("#fit")
                #expect(try await Self.height(anna) < 657)
            }
        }

        @Test("a click reaches the element below the mouse at every size", arguments: laptops)
        func clicks(width: Int, height: Int) async throws {
            try await PhoneStage.run { stage in
                let anna = try await stage.visit(size: PageSize(width: width, height: height))
                try await anna.tap("Capitals", on: 2)
                try await anna.focus("name", on: 2)
                try await anna.page.type("anna")
                try await anna.field("name", holds: "ANNA", on: 2)
            }
        }

        @Test("nothing overflows a window of 320 pixels, on any screen")
        func narrow() async throws {
            try await PhoneStage.run { stage in
                let phone = stage.phones[0]
                let anna = try await stage.visit(size: PageSize(width: 320, height: 568, mobile: true))
                try await anna.sees("Capitals")
                try await Self.expectNoOverflow(anna, "home")
                try await phone.open("ABCDE12345.com.example.capitals")
                try await phone.focus("name")
                try await anna.wait(for: "the keyboard", "!!document.querySelector('#phone-1 .keyboard')")
                try await Self.expectNoOverflow(anna, "keyboard")
                for page in [PhoneView.SettingsView.Page.root, .account, .language, .importCredentials] {
                    try await phone.perform(.openSettings(page))
                    try await anna.wait(
                        for: page.rawValue, "!!document.querySelector(\"#phone-1 [data-key^='settings \(page.rawValue)']\")")
                    try await Self.expectNoOverflow(anna, page.rawValue)
                }
                // The page of the passwords asks for the owner.
                try await phone.perform(.openSettings(.passwords))
                try await anna.sees("Face ID")
                try await Self.expectNoOverflow(anna, "prompt")
                try await anna.tap("Cancel")
                try await anna.tap("Lock")
                try await anna.wait(for: "the lock screen", "!!document.querySelector('#phone-1 .locked')")
                try await Self.expectNoOverflow(anna, "locked")
                try await anna.page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
                try await Self.expectNoOverflow(anna, "open sections")
            }
        }

        @Test("two suggestions are next to each other, with their whole names")
        func suggestions() async throws {
            let port = try ReservedPort()
            try await PhoneServing.serve([ShownView(view: Self.suggesting)], on: port) {
                let anna = try await PhoneVisitor.visit(port)
                let cut = """
                    [...document.querySelectorAll(".suggestion *")].filter(e =>
                      e.scrollWidth > e.clientWidth + 1 && e.clientWidth || getComputedStyle(e).textOverflow === "ellipsis")
                    .map(e => e.textContent)
                    """
                #expect(try await anna.page.evaluate(cut) == [])
                let tops = "new Set([...document.querySelectorAll('.suggestion')].map(e => e.getBoundingClientRect().top)).size"
                #expect(try await anna.page.evaluate(tops).number == 1)
                #expect(try await anna.page.count(".suggestion") == 2)
            }
        }

        @Test("in forced colours, the focus has an outline, and every control a border")
        func forcedColors() async throws {
            try await PhoneStage.run { stage in
                let anna = try await stage.visit(forcedColors: true)
                try await anna.tap("Capitals")
                try await anna.focus("name")
                #expect(try await anna.page.evaluate("matchMedia('(forced-colors: active)').matches").boolean == true)
                let bare = """
                    [...document.querySelectorAll(
                      ".phone, .screen, .keyboard, .key, .bar-button, .chip, .doing, .send, .field input")]
                    .filter(e => e.getClientRects().length && parseFloat(getComputedStyle(e).borderTopWidth) < 0.5
                      && getComputedStyle(e).outlineStyle === "none").map(e => e.className)
                    """
                #expect(try await anna.page.evaluate(bare) == [])
                let outline = "getComputedStyle(document.activeElement).outlineStyle"
                #expect(try await anna.page.evaluate(outline).string == "solid")
            }
        }

        /// The parts of the page that are not completely inside the window.
        private static let outside = """
            [...document.querySelectorAll(".top, .name, .phone, .surroundings, .tour")].filter(e => {
              const box = e.getBoundingClientRect();
              return box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
            }).map(e => e.className)
            """

        private static func height(_ anna: PhoneVisitor) async throws -> Double {
            try await anna.page.evaluate("document.querySelector('.phone').getBoundingClientRect().height").number ?? 0
        }

        private static func expectNoOverflow(
            _ anna: PhoneVisitor, _ state: String, _ location: SourceLocation = #_sourceLocation
        ) async throws {
            let found = try await anna.page.evaluate(
                """
                [...document.querySelectorAll("body *")].filter(e => !e.closest(".visually-hidden, svg")
                  && e.getClientRects().length && (e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1))
                .map(e => e.outerHTML.slice(0, 100))
                """)
            #expect(found == [], "\(state)", sourceLocation: location)
            let overhang = try await anna.page.evaluate(
                "document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
            #expect(overhang == 0, "\(state)", sourceLocation: location)
        }

        private static let suggesting = PhoneView(
            version: 1, device: "iPhone", time: Date(timeIntervalSince1970: 1_778_319_660), biometry: .faceID, isOnline: true,
            content: .app(
                .init(id: "TEAM.com.example.app", name: "App", isRunning: true),
                .init(title: "Log In", elements: [.field(.init("user", label: "User name"))])),
            keyboard: .init(
                field: "user",
                suggestions: [
                    .credential(user: "mira.rao@example.com", site: "quotes.example.com"),
                    .credential(user: "mira.rao.at.work@example.com", site: "quotes.example.com"),
                ], hasKey: true),
            overlays: [])
    }
}
