import Chromium
import Testing

extension InBrowser {
    /// The picture of a passkey on two phones, taken from the running page: see ``PictureTests`` for how to update it.
    @Suite("Picture of a passkey on two phones") struct PasskeyPictureTests {
        @Test("the picture of the passkey can be taken")
        func take() async throws {
            try await PasskeyPhones.run { scene in
                let anna = try await scene.newVisitor(size: PageSize(width: 1366, height: 760))
                try await anna.signInToJuice(as: PasskeyPhones.user)
                try await anna.sees("Passkey Saved")
                try await anna.openPasswords(on: 2)
                try await anna.sees("· Passkey", on: 2)
                try await PictureFile.save(anna.page, as: "phones-passkey")
            }
        }
    }
}
