import Accounts
import AccountServer
import Chromium
import Foundation
import InternetAddresses
import Testing

extension InBrowser {
    /// The pictures of the README and the guides, taken from the running server.
    ///
    /// Every run takes them, which checks that they can be taken. A run with `LATCHKEY_WRITE_PICTURES=1` in the environment
    /// writes them to `docs/pictures`.
    @Suite("Pictures") struct PictureTests {
        @Test("the pictures of the README can be taken")
        func take() async throws {
            try await Scene.run { scene in
                let stranger = try await scene.newVisitor(size: PageSize(width: 1080, height: 760))
                try await stranger.open("/sign-up")
                try await stranger.page.fill("#username", "mira@example.com")
                try await stranger.page.fill("#password", .firstPassword)
                try await PictureFile.save(stranger.page, as: "sign-up")

                // As high as the page, so that all of it is visible without a scroll bar.
                let mira = try await scene.newVisitor(size: PageSize(width: 940, height: 1420))
                try await mira.signUp(as: "mira@example.com")
                try await scene.signInElsewhere(as: "mira@example.com")
                try await mira.open("/account")
                try await PictureFile.save(mira.page, as: "account")

                let onPhone = try await scene.newVisitor(
                    size: PageSize(width: 390, height: 600, scale: 2, mobile: true), colorScheme: .dark)
                try await onPhone.open("/sign-in")
                try await onPhone.page.fill("#username", "mira@example.com")
                try await PictureFile.save(onPhone.page, as: "sign-in-phone-dark")
            }
        }

        @Test("the pictures of the desk can be taken")
        func takeDesk() async throws {
            let stage = DeskStage()
            try await Scene.run(host: "localhost", desk: stage.desk) { scene in
                let developer = try await scene.newVisitor(size: PageSize(width: 1080, height: 980))
                try await developer.open(stage.desk.newAddress(at: ""))
                try await PictureFile.save(developer.page, as: "desk")
                stage.recordSignIn()
                try await developer.open(stage.recordFailedSignIn())
                try await PictureFile.save(developer.page, as: "timeline")
            }
        }

        @Test("the picture of the console of operators can be taken")
        func takeConsole() async throws {
            try await Scene.run(adjust: { $0.servesOperators = true }) { scene in
                try await scene.importAccount("anna.k", password: .firstPassword)
                for day in 0..<20 {
                    for _ in 0..<(day * 7 % 5 + 2) {
                        try await scene.signIn(as: "anna.k", on: "Safari on iPhone", at: "203.0.113.7")
                    }
                    scene.site.clock.advance(by: .seconds(86_400))
                }
                let lead = try await scene.newVisitor(size: PageSize(width: 1080, height: 980))
                try await scene.site.makeAdministrator(lead)
                try await lead.open("/operators/state")
                try await PictureFile.save(lead.page, as: "console")
            }
        }
    }
}

/// A picture of the README.
enum PictureFile {
    /// Takes a picture of the page, which must be small enough for a README, and writes it if the run requests that.
    static func save(_ page: Page, as name: String) async throws {
        try await page.evaluate("document.activeElement.blur()")
        let image = try await page.screenshot()
        #expect(image.count > 5_000 && image.count < 400_000, "neither blank nor too large for a README")
        guard ProcessInfo.processInfo.environment["LATCHKEY_WRITE_PICTURES"] == "1" else { return }
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/pictures")
            .standardizedFileURL
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try image.write(to: folder.appending(path: name + ".png"))
    }
}

extension Scene {
    /// Sessions on other devices, some days apart.
    fileprivate func signInElsewhere(as name: String) async throws {
        for (device, address) in [("Safari on iPhone", "203.0.113.7"), ("Firefox on Windows", "2001:db8:85a3::8a2e:370:7334")] {
            site.clock.advance(by: .seconds(100_000))
            try await signIn(as: name, on: device, at: address)
        }
        site.clock.advance(by: .seconds(1_000))
    }

    fileprivate func signIn(as name: String, on device: String, at address: String) async throws {
        let client = Client(address: try IPAddress(address), deviceName: device)
        let signIn = SignIn(userName: name, password: Password(.firstPassword), deviceToken: nil, client: client)
        _ = try await site.system.service.signIn(signIn, now: site.clock.now)
    }
}
