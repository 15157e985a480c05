import Chromium
import DeviceSimulator
import ReservedPorts
import Testing

extension Walk {
    /// The page of simulated phones: the home screen with the tour open, an app, the settings, a prompt, and the lock screen.
    static let phones = Walk("the phones", principal: ["the home screen", "a prompt"], isOfScreens: true, redraws: true) {
        appearance, look in
        try await PhoneStage.run { stage in
            let browser = try #require(SharedBrowser.current)
            let page = try await browser.newPage(appearance)
            let origin = "http://127.0.0.1:\(stage.port.number)"
            let anna = Visitor(page: page, origin: origin)
            try await page.open(PhoneServing.newAddress(at: origin))
            // Without script, the page changes only when it is loaded again.
            func see(_ state: String, _ condition: String) async throws {
                if appearance.script {
                    try await PhoneVisitor(page: page).wait(for: state, condition)
                } else {
                    try await page.reload()
                }
                try await page.openSections()
                try await look(anna, state)
            }
            try await see("the home screen", "document.querySelector('#phone-1 .screen').innerText.includes('Capitals')")
            let phone = stage.phones[0]
            try await phone.open("ABCDE12345.com.example.capitals")
            try await phone.focus("name")
            try await see("an app with the keyboard", "!!document.querySelector('#phone-1 .keyboard')")
            try await phone.perform(.openSettings(.root))
            try await see("the settings", "!!document.querySelector(\"#phone-1 [data-key^='settings root']\")")
            // The page of the passwords asks for the owner.
            try await phone.perform(.openSettings(.passwords))
            try await phone.wait { view in
                if case .prompt? = view.overlays.last { true } else { false }
            }
            try await see("a prompt", "document.querySelector('#phone-1 .screen').innerText.includes('Face ID')")
            #expect(try await anna.remarks == [])
            try await page.close()
        }
    }
}
