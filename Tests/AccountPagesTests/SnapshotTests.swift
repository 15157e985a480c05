import AccountPages
import Markup
import Foundation
import Testing

/// Compares each sample with its file in `Snapshots`.
///
/// To accept changed pages, run the suite once with `LATCHKEY_REWRITE_SNAPSHOTS=1`. It rewrites the files, removes those without
/// a sample, and fails, so that the variable cannot stay set. Review the difference before you commit it.
@Suite("Snapshots")
struct SnapshotTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
    private static let rewrites = ProcessInfo.processInfo.environment["LATCHKEY_REWRITE_SNAPSHOTS"] == "1"

    @Test("a page equals its snapshot", arguments: PageSample.all)
    func page(_ sample: PageSample) throws {
        // These paths change with every style change.
        let text = sample.text
            .replacing(PagePath.stylesheet.text, with: "/assets/latchkey.css")
            .replacing(PagePath.icon.text, with: "/assets/latchkey.svg")
            .replacing(PagePath.passwordRulesScript.text, with: "/assets/password-rules.js")
            .replacing(PagePath.passkeysScript.text, with: "/assets/passkeys.js")
            .replacing(PagePath.mailboxScript.text, with: "/assets/mailbox.js")
            .replacing(PagePath.zoneScript.text, with: "/assets/zone.js")
            .replacing(PagePath.deskScript.text, with: "/assets/desk.js")
            .replacing(PagePath.deskTimelineScript.text, with: "/assets/timeline.js")
            .replacing(PagePath.passwordFieldsScript.text, with: "/assets/password-fields.js")
            .replacing(PagePath.codesScript.text, with: "/assets/codes.js")
        let file = Self.folder.appending(path: sample.name + ".html")
        if Self.rewrites {
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            Issue.record("the snapshot of \(sample.name) was rewritten")
        } else {
            let known = try String(decoding: Data(contentsOf: file), as: UTF8.self)
            #expect(text == known, "\(sample.name) has changed; see SnapshotTests on how to accept it")
        }
    }

    @Test("every snapshot belongs to a sample, and samples do not share one")
    func noStraySnapshots() throws {
        let names = PageSample.all.map { $0.name + ".html" }
        #expect(Set(names).count == names.count)
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path(percentEncoded: false))
        for stray in Set(files).subtracting(names) {
            if Self.rewrites { try FileManager.default.removeItem(at: Self.folder.appending(path: stray)) }
            Issue.record("\(stray) belongs to no sample")
        }
    }
}
