import Accounts
import AccountServer
import Chromium
import Foundation
import InternetAddresses
import Testing

extension InBrowser {
    /// The pictures of the README, taken from the running server.
    ///
    /// To take them anew, run this suite once with `LATCHKEY_WRITE_PICTURES=1` in the environment; it writes them into `docs/pictures`.
    @Suite("Pictures", .enabled(if: ProcessInfo.processInfo.environment["LATCHKEY_WRITE_PICTURES"] == "1", "only when asked for"))
    struct PictureTests {
        @Test("the pictures of the README are written")
        func write() async throws {
            try await Scene.run { scene in
                let stranger = try await scene.newVisitor(size: PageSize(width: 1080, height: 760))
                try await stranger.open("/sign-up")
                try await stranger.page.fill("#username", "mira@example.com")
                try await stranger.page.fill("#password", .firstPassword)
                try await Self.save(stranger, as: "sign-up")

                // As high as the page, so that all of it is to be seen, and no scroll bar.
                let mira = try await scene.newVisitor(size: PageSize(width: 940, height: 1420))
                try await mira.signUp(as: "mira@example.com")
                try await scene.signInElsewhere(as: "mira@example.com")
                try await mira.open("/account")
                try await Self.save(mira, as: "account")

                let onPhone = try await scene.newVisitor(
                    size: PageSize(width: 390, height: 600, scale: 2, mobile: true), colorScheme: .dark)
                try await onPhone.open("/sign-in")
                try await onPhone.page.fill("#username", "mira@example.com")
                try await Self.save(onPhone, as: "sign-in-phone-dark")
            }
        }

        private static func save(_ visitor: Visitor, as name: String) async throws {
            try await visitor.page.evaluate("document.activeElement.blur()")
            let image = try await visitor.page.screenshot()
            #expect(image.count < 160_000, "small enough for a README")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try image.write(to: folder.appending(path: name + ".png"))
        }

        private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/pictures").standardizedFileURL
    }
}

extension Scene {
    /// Sessions on other devices, each some days apart.
    fileprivate func signInElsewhere(as name: String) async throws {
        for (device, address) in [("Safari on iPhone", "203.0.113.7"), ("Firefox on Windows", "2001:db8:85a3::8a2e:370:7334")] {
            site.clock.advance(by: .seconds(100_000))
            let client = Client(address: try IPAddress(address), deviceName: device)
            let signIn = SignIn(userName: name, password: Password(.firstPassword), deviceToken: nil, client: client)
            _ = try await site.system.service.signIn(signIn, now: site.clock.now)
        }
        site.clock.advance(by: .seconds(1_000))
    }
}
