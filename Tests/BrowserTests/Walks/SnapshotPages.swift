import AccountPages
@testable import AppleIdentityEmulator
import DevicePages
import Foundation
import Markup
import Testing

/// The states of pages that the snapshot tests of a part have, also those that a walk does not reach.
struct SnapshotPages: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The target with the snapshots.
    private let target: String
    /// Whether the snapshots are simulated screens without the page around them.
    let isOfScreens: Bool
    private let stylesheet: Stylesheet
    /// The scripts that add to a page and request nothing, at their addresses in the snapshots.
    private let scripts: [String: Script]

    static let all = [
        SnapshotPages(
            testDescription: "accounts, the console of operators and the desk", target: "AccountPagesTests", isOfScreens: false,
            stylesheet: .accountPages,
            scripts: ["/assets/password-fields.js": .passwordFields, "/assets/codes.js": .codes, "/assets/zone.js": .zone]),
        SnapshotPages(
            testDescription: "the emulator", target: "AppleIdentityEmulatorTests", isOfScreens: false, stylesheet: .emulator,
            scripts: [:]),
        SnapshotPages(
            testDescription: "phones", target: "DevicePagesTests", isOfScreens: true, stylesheet: .device, scripts: [:]),
    ]

    /// The name of a snapshot, which is its path on the server too, and how to look at it.
    typealias Look = (name: String, appearance: Appearance)

    /// Returns each English snapshot in each of these appearances, and each in another language in one of them in turn.
    func allLooks(in appearances: [Appearance]) throws -> [Look] {
        let names = try names
        var looks = Self.inTurn(names.filter { !Self.isEnglish($0) }, appearances)
        for name in names where Self.isEnglish(name) {
            for appearance in appearances { looks.append((name, appearance)) }
        }
        return looks
    }

    /// Returns every `step`-th English snapshot in one of these appearances, in turn.
    func looks(in appearances: [Appearance], step: Int = 1) throws -> [Look] {
        let names = try english
        return Self.inTurn(stride(from: 0, to: names.count, by: step).map { names[$0] }, appearances)
    }

    /// Serves every snapshot at its name, with the stylesheet where the page refers to it.
    func serve() throws -> LoopbackPages {
        var served = scripts.mapValues(\.text)
        for name in try names {
            let snapshot = try String(contentsOf: folder.appending(path: name + ".html"), encoding: .utf8)
            // The snapshots of phones have no page around them.
            let page = isOfScreens ? Self.frame.replacing(Self.main, with: Self.main + snapshot) : snapshot
            if let address = page.firstMatch(of: /href="([^"]+\.css)"/)?.1 { served[String(address)] = stylesheet.text }
            served["/" + name] = page
        }
        return try LoopbackPages(served)
    }

    private static func inTurn(_ names: [String], _ appearances: [Appearance]) -> [Look] {
        names.enumerated().map { ($1, appearances[$0 % appearances.count]) }
    }

    private static func isEnglish(_ name: String) -> Bool { !name.hasSuffix("-ar") && !name.hasSuffix("-zh-Hans") }

    /// The names of the English snapshots.
    var english: [String] {
        get throws { try names.filter(Self.isEnglish) }
    }

    private var names: [String] {
        get throws {
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            // The page that leads back to an app leaves itself, for an address that no browser opens.
            return files.filter { $0.hasSuffix(".html") && !$0.hasPrefix("back-to-app") }.map { String($0.dropLast(5)) }.sorted()
        }
    }

    private var folder: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../\(target)/Snapshots").standardizedFileURL
    }

    /// The page of phones without a phone.
    private static let frame = DevicePage(pagePhones: []).document.text
    private static let main = #"<main class="stands">"#
}
