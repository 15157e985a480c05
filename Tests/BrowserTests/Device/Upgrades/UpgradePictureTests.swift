import Chromium
import DeviceSimulator
import Testing
import UpgradableShop

extension InBrowser {
    /// The pictures of account upgrades, taken from the running page: see ``PictureTests`` for how to update them.
    @Suite("Pictures of account upgrades") struct UpgradePictureTests {
        private static let narrow = PageSize(width: 390, height: 820, scale: 2, mobile: true)

        @Test("the pictures of account upgrades can be taken")
        func take() async throws {
            try await UpgradePhones.run(.wantsCode("123456")) { scene in
                let phone = scene.phone
                try await phone.perform(.openSettings(.recommendations))
                try await phone.showFace()
                try await phone.wait {
                    if case .settings(let settings) = $0.content { settings.recommendations != nil } else { false }
                }
                let anna = try await scene.newVisitor(size: Self.narrow)
                try await anna.sees("High Priority")
                try await phone.tap(scene.server.site)
                try await anna.sees("What you can do")
                try await PictureFile.save(anna.page, as: "phone-recommendation")

                let dark = try await scene.newVisitor(size: Self.narrow, colorScheme: .dark)
                try await phone.tap("Use Strong Password")
                try await phone.type("111111", into: "Code")
                try await phone.tap("Continue")
                try await dark.sees("That is not the code.")
                try await PictureFile.save(dark.page, as: "phone-extension-dark")
            }
        }
    }
}
