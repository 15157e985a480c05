import Foundation
import Markup
import Testing
import Texts

@testable import AppleIdentityEmulator

/// Compares each page for users, in English, Chinese and Arabic, with its file in `Snapshots`.
///
/// To accept changed pages, run the suite once with `LATCHKEY_REWRITE_SNAPSHOTS=1`. It rewrites the files, removes those without
/// a sample, and fails, so that the variable cannot stay set. Review the difference before you commit it.
@Suite("Snapshots of the emulator's pages")
struct SnapshotTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Snapshots")
        .standardizedFileURL
    private static let rewrites = ProcessInfo.processInfo.environment["LATCHKEY_REWRITE_SNAPSHOTS"] == "1"
    private static let languages: [Language] = [.english, .simplifiedChinese, .arabic]

    @Test("a page equals its snapshot", arguments: SamplePage.allCases, languages)
    func page(sample: SamplePage, language: Language) throws {
        let name = Self.name(of: sample, in: language)
        // This path changes with every style change.
        let text = try sample.document(for: ReaderFormat(ReaderLanguage(language))).text
            .replacing(PagePath.stylesheet.text, with: "/emulator.css")
        let file = Self.folder.appending(path: name)
        if Self.rewrites {
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            Issue.record("the snapshot \(name) was rewritten")
        } else {
            let known = try String(decoding: Data(contentsOf: file), as: UTF8.self)
            #expect(text == known, "\(name) has changed; see SnapshotTests on how to accept it")
        }
    }

    @Test("every snapshot belongs to a sample, and samples do not share one")
    func noStraySnapshots() throws {
        let names = SamplePage.allCases.flatMap { sample in Self.languages.map { Self.name(of: sample, in: $0) } }
        #expect(Set(names).count == names.count)
        if Self.rewrites { try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true) }
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path(percentEncoded: false))
        for stray in Set(files).subtracting(names) {
            if Self.rewrites { try FileManager.default.removeItem(at: Self.folder.appending(path: stray)) }
            Issue.record("\(stray) belongs to no sample")
        }
    }

    private static func name(of sample: SamplePage, in language: Language) -> String {
        sample.rawValue + (language == .english ? "" : "-" + language.tag) + ".html"
    }
}
