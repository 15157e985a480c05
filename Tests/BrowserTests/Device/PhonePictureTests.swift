import Chromium
import DeviceSimulator
import Testing

extension InBrowser {
    /// The pictures of the phones, taken from the running page: see ``PictureTests`` for how to update them.
    @Suite("Pictures of phones") struct PhonePictureTests {
        @Test("the pictures of the phones can be taken")
        func take() async throws {
            try await PhoneScene.run { scene in
                let (one, other) = (scene.phones[0], scene.phones[1])
                one.device.savePassword("correct-Horse-7-battery", user: "anna", site: PhoneScene.site)
                try await one.tap("Juice")
                try await one.tap("Sign in with Apple")
                try await one.tap("Continue")
                try await one.wait { if case .sheet(let sheet) = $0.overlays.last { sheet.parts.count == 2 } else { false } }
                try await other.tap("Motivation")
                try await other.focus("User Name")
                try await other.wait { !($0.keyboard?.suggestions ?? []).isEmpty }
                let anna = try await scene.newVisitor(size: PageSize(width: 1366, height: 760))
                try await anna.sees("for motivation.example", on: 2)
                try await anna.page.click("#phone-1 [data-choice=hide]")
                try await PictureFile.save(anna.page, as: "phones")

                try await other.tap("anna")
                let dark = try await scene.newVisitor(
                    size: PageSize(width: 390, height: 900, scale: 2, mobile: true), colorScheme: .dark)
                try await dark.sees("Face ID", on: 2)
                try await dark.page.evaluate("document.querySelector('#phone-2').scrollIntoView()")
                try await PictureFile.save(dark.page, as: "phone-face-id-dark")
            }
        }
    }
}
