import Chromium
import DeviceScreens
import DeviceSimulator
import ReservedPorts
import Testing

extension InBrowser {
    /// No test here depends on timing: the page has no clock.
    @Suite("Typing into a slow phone in a browser", .timeLimit(.minutes(20)))
    struct SlowPhoneTests {
        @Test("typed text stays until the phone has processed it, and then the app's text counts")
        func slow() async throws {
            try await HeldPhone.run { held, anna in
                try await anna.focus("name")
                held.hold()
                for letter in "anna" { try await anna.page.type(String(letter)) }
                try await held.draws("One", before: anna)
                #expect(try await anna.page.value(Self.name) == "anna")
                held.release()
                try await anna.field("name", holds: "ANNA")

                // The first edit is answered, and the second is pending: the drawing for the first edit does not contain the
                // second.
                held.hold()
                try await anna.page.press(.backspace)
                try await held.draws("Two", before: anna)
                #expect(try await anna.page.value(Self.name) == "ANN")
                try await anna.page.type("a")
                try await held.draws("Three", before: anna)
                #expect(try await anna.page.value(Self.name) == "ANNa")
                held.release()
                try await anna.field("name", holds: "ANNA")
                #expect(held.phone.screen?.text(of: "name") == "ANNA")
                try await anna.expectNoRemarks()
            }
        }

        @Test("the tapped field keeps the focus until the phone has processed the tap")
        func focus() async throws {
            try await HeldPhone.run { held, anna in
                try await anna.focus("name")
                held.hold()
                try await anna.page.click("#phone-1 input[data-field=town]")
                try await anna.page.type("oslo")
                try await held.draws("One", before: anna)
                #expect(try await anna.page.evaluate("document.activeElement.dataset.field").string == "town")
                held.release()
                try await anna.field("town", holds: "OSLO")
                #expect(held.phone.screen?.text(of: "name") == "")
                try await anna.expectNoRemarks()
            }
        }

        @Test("rejected text is reverted, and the user sees a notice")
        func rejected() async throws {
            try await HeldPhone.run { held, anna in
                try await anna.focus("name")
                try await anna.page.type("anna")
                try await anna.field("name", holds: "ANNA")
                held.reject()
                try await anna.page.type("x")
                try await anna.notices("covered by")
                try await anna.field("name", holds: "ANNA")
            }
        }

        @Test("text that never reached the phone is sent again after a reconnection, and stays until then")
        func unheard() async throws {
            try await HeldPhone.run { held, anna in
                try await anna.focus("name")
                try await anna.page.evaluate("{ window.way = fetch; window.fetch = async () => { throw new TypeError('away'); }; }")
                try await anna.page.type("anna")
                try await anna.notices("does not respond")
                #expect(try await anna.page.value(Self.name) == "anna")
                try await anna.page.evaluate("{ window.fetch = window.way; }")
                try await held.draws("One", before: anna)
                try await anna.field("name", holds: "ANNA")
                #expect(held.phone.screen?.text(of: "name") == "ANNA")
            }
        }

        @Test("an open page follows a restarted phone, which numbers its drawings from the beginning")
        func again() async throws {
            let port = try ReservedPort()
            let old = try Phone()
            try await old.launch(CapitalsApp.self)
            let anna = try await PhoneVisitor.visited(port, while: [old]) { anna in
                for number in 1...20 { old.receive(message: "Message \(number)", from: "Ben") }
                try await anna.focus("name")
                try await anna.page.type("anna")
                try await anna.field("name", holds: "ANNA")
                try await anna.sees("Message 20")
            }
            let new = try Phone()
            try await new.launch(CapitalsApp.self)
            try await PhoneServing.serve([new], on: port) {
                try await anna.field("name", holds: "")
                try await anna.focus("name")
                try await anna.page.type("ben")
                try await anna.field("name", holds: "BEN")
            }
        }

        @Test("an open page shows a notice when restarted phones no longer admit its browser")
        func admittedNoLonger() async throws {
            let (port, phone) = (try ReservedPort(), try Phone())
            let anna = try await PhoneVisitor.visited(port, while: [phone]) { anna in
                phone.receive(message: "Message", from: "Ben")
                try await anna.sees("Message")
            }
            try await PhoneServing.serve([phone], on: port, behind: PhoneServing.newGate()) {
                try await anna.notices("no longer receives changes")
            }
        }

        private static let name = "#phone-1 input[data-field=name]"
    }
}

extension AppScreen {
    fileprivate func text(of field: String) -> String? {
        for case .field(let found) in elements where found.id == field { return found.text }
        return nil
    }
}
