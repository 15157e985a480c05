import Chromium
import Foundation
import Testing

/// Pictures for the documentation: see ``PictureTests`` on how to take them anew.
extension PhoneVisitor {
    /// Writes what the browser shows, under this name.
    func save(as name: String) async throws {
        try await page.evaluate("document.activeElement.blur()")
        let image = try await page.screenshot()
        #expect(image.count < 200_000, "small enough for a README")
        try image.write(to: Self.pictures.appending(path: name + ".png"))
    }

    private static let pictures = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../docs/pictures").standardizedFileURL
}
