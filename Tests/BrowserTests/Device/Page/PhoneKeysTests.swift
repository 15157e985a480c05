import Chromium
import DeviceSimulator
import ReservedPorts
import Testing

extension InBrowser {
    /// Dialogs and shortcuts with the keyboard, deep links, the tour, and the notice of a lost connection.
    @Suite("The phones' page with the keyboard", .timeLimit(.minutes(20)))
    struct PhoneKeysTests {
        @Test("a prompt takes the focus, Escape cancels it, and the focus returns to the phone")
        func prompt() async throws {
            try await PhoneStage.run { stage in
                let anna = try await stage.visit()
                try await anna.tap("Passwords")
                try await anna.sees("Face ID")
                try await anna.wait(
                    for: "the focus in the dialog", "!!document.activeElement.closest('#phone-1 [role=dialog]')")
                #expect(try await anna.page.evaluate("document.activeElement.dataset.present").string == "owner")
                try await anna.page.press(.escape)
                try await anna.wait(for: "no dialog", "!document.querySelector('#phone-1 [role=dialog]')")
                try await anna.wait(for: "the focus on the phone", "!!document.activeElement.closest('#phone-1')")
                try await anna.page.press(.escape)
                #expect(stage.phones[0].view.overlays.isEmpty)
                try await anna.expectNoRemarks()
            }
        }

        @Test("Escape hides the keyboard if no dialog is open")
        func keyboard() async throws {
            try await PhoneStage.run { stage in
                let anna = try await stage.visit()
                try await anna.tap("Capitals")
                try await anna.focus("name")
                try await anna.page.press(.escape)
                try await anna.wait(for: "no keyboard", "!document.querySelector('#phone-1 .keyboard')")
            }
        }

        @Test("Escape folds the links to the parts of the desk, and returns the focus to their name")
        func parts() async throws {
            try await PhoneStage.run { stage in
                let anna = try await stage.visit()
                try await anna.page.click(".parts summary")
                try await anna.page.press(.tab)
                #expect(try await anna.page.evaluate("document.activeElement.textContent").string == "Desk")
                try await anna.page.press(.escape)
                #expect(try await anna.page.count(".parts[open]") == 0)
                #expect(try await anna.page.evaluate("document.activeElement.localName").string == "summary")
                try await anna.expectNoRemarks()
            }
        }

        @Test("the shortcuts press the buttons of the phone that was used last")
        func shortcuts() async throws {
            try await PhoneStage.run { stage in
                let anna = try await stage.visit()
                try await Self.press("Digit2", anna)
                try await anna.wait(for: "the focus on the other phone", "!!document.activeElement.closest('#phone-2')")
                try await Self.press("KeyL", anna)
                try await anna.wait(for: "the lock screen", "!!document.querySelector('#phone-2 .locked')")
                #expect(try await anna.page.count("#phone-1 .locked") == 0)
                try await Self.press("KeyO", anna)
                try await Self.press("KeyF", anna)
                try await anna.wait(for: "the home screen", "!!document.querySelector('#phone-2 .apps')")
                try await Self.press("KeyN", anna)
                try await anna.sees("No network", on: 2)
                try await anna.tap("Capitals", on: 2)
                try await anna.wait(for: "the app", "!!document.querySelector('#phone-2 .app-screen')")
                try await Self.press("KeyH", anna)
                try await anna.wait(for: "the home screen", "!!document.querySelector('#phone-2 .apps')")
                // A letter without the other keys types only.
                try await Self.press("KeyL", anna, isAlone: true)
                #expect(try await anna.page.count("#phone-2 .locked") == 0)
            }
        }

        @Test("an address opens an app once, and then names none")
        func deepLink() async throws {
            try await PhoneStage.run { stage in
                let anna = try await stage.visit()
                try await anna.page.open(stage.address + "?app=capitals")
                try await anna.wait(for: "the app", "!!document.querySelector('#phone-1 .app-screen')")
                #expect(try await anna.page.url == stage.address)
                #expect(try await anna.page.count("#deep-link") == 0)
                try await anna.page.open(stage.address + "?person=2&app=settings")
                try await anna.wait(for: "Settings", "!!document.querySelector('#phone-3 .settings')")
                #expect(try await anna.page.url == stage.address + "?person=2")
                try await anna.expectNoRemarks()
            }
        }

        @Test("a step of the tour is checked off as it happens, also on another user's page")
        func tour() async throws {
            try await PhoneStage.run { stage in
                let anna = try await stage.visit()
                let isDone = "document.querySelector('[data-step=someone-else]').classList.contains('done')"
                #expect(try await anna.page.evaluate(isDone).boolean == false)
                try await anna.tap("Passwords")
                try await anna.sees("Face ID")
                try await anna.tap("Someone else")
                try await anna.wait(for: "the step", isDone)
                #expect(try await anna.page.count(".step.done") == 1)
                #expect(try await anna.page.evaluate("document.querySelector('.step.done .state').hidden").boolean == false)
                try await anna.page.open(stage.address + "?person=2")
                #expect(try await anna.page.count(".step.done") == 1)
            }
        }

        @Test("a lost connection is reported on the phone, and the report disappears when the phone is back")
        func connection() async throws {
            let (port, old) = (try ReservedPort(), try Phone())
            let anna = try await PhoneVisitor.visited(port, while: [old]) { anna in try await anna.noticesNothing() }
            try await anna.notices("Connection to the device lost")
            let isOverScreen = """
                (() => {
                  const notice = document.querySelector("#phone-1 .stand-notice > p").getBoundingClientRect();
                  const screen = document.querySelector("#phone-1 .screen").getBoundingClientRect();
                  return notice.top >= screen.top && notice.bottom <= screen.bottom && notice.left >= screen.left
                    && notice.right <= screen.right;
                })()
                """
            #expect(try await anna.page.evaluate(isOverScreen).boolean == true)
            #expect(try await anna.page.evaluate("document.getElementById('notice').hidden").boolean == true)
            let new = try Phone()
            try await PhoneServing.serve([new], on: port) {
                try await anna.noticesNothing()
                #expect(try await anna.page.count(".stand.lost") == 0)
            }
        }

        /// Presses a letter or digit, with Alt and Shift unless it is alone.
        private static func press(_ code: String, _ anna: PhoneVisitor, isAlone: Bool = false) async throws {
            let modifiers = isAlone ? "false" : "true"
            _ = try await anna.page.evaluate(
                """
                document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {
                  code: "\(code)", key: "x", altKey: \(modifiers), shiftKey: \(modifiers), bubbles: true, cancelable: true
                })) === undefined
                """)
        }
    }
}
