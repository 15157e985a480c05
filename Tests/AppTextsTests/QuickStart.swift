import AppTexts
import Foundation
import Testing

/// The quick start of AppTexts.docc.
enum QuickStart {
    static func greeting(_ language: String?, folder: String) throws -> String {
        // In Sources/Device/AppTexts/AppTexts.docc/AppTexts.md
        let texts = try AppTexts(language) { try? String(contentsOfFile: "\(folder)/\($0).arb", encoding: .utf8) }
        let greeting = texts.string("welcome", ["user": .name("Anna")])
        // End
        return greeting
    }
}

@Suite("Quick start of AppTexts")
struct QuickStartTests {
    @Test("the code block reads the file of the language")
    func runs() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "app-texts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (language, text) in [("en", "Welcome, {user}"), ("de", "Willkommen, {user}")] {
            let file = folder.appending(path: language + ".arb")
            try Data(#"{"@@locale": "\#(language)", "welcome": "\#(text)"}"#.utf8).write(to: file)
        }
        let path = folder.path(percentEncoded: false)
        #expect(try QuickStart.greeting("de-AT", folder: path) == "Willkommen, \u{2068}Anna\u{2069}")
        #expect(try QuickStart.greeting("fr", folder: path) == "Welcome, \u{2068}Anna\u{2069}")
    }
}
