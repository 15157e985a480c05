import Browsers
import Foundation
import Testing

/// axe-core, which judges the accessibility of pages. `scripts/setup test` installs it from PyPI.
enum AccessibilityRules {
    /// The script; nil unless it is installed in the version of `requirements.txt`. Setup leaves a copy of that file after the
    /// installation.
    static let script: String? = {
        let tools = package.appending(path: ".tools/accessibility-rules")
        guard let wanted = try? Data(contentsOf: package.appending(path: "Tests/AccessibilityRules/requirements.txt")),
            let installed = try? Data(contentsOf: tools.appending(path: "installed.txt")), wanted == installed,
            let versions = try? FileManager.default.contentsOfDirectory(atPath: tools.appending(path: "lib").path)
        else { return nil }
        for version in versions {
            let file = tools.appending(path: "lib/\(version)/site-packages/axe_playwright_python/axe.min.js")
            if let text = try? String(contentsOf: file, encoding: .utf8) { return text }
        }
        return nil
    }()

    /// The folder that holds Package.swift.
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL
}

extension BrowserPage {
    /// Checks what each page must satisfy in an appearance, which the browser already shows.
    ///
    /// - Parameter isOfScreens: whether the page has simulated screens, which cut some texts.
    func expectAccessible(
        _ state: String, in appearance: Appearance, isOfScreens: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let place = "\(state), \(appearance.testDescription)"
        try await expectToFit(place, whole: !isOfScreens, sourceLocation: sourceLocation)
        // A page without script does not answer axe-core, which waits for promises.
        guard appearance.script else { return }
        let objections = try await objections(forcedColors: appearance.forcedColors)
        #expect(objections == [], "\(place)", sourceLocation: sourceLocation)
    }

    /// Returns what axe-core objects to: the rule, and the first element.
    ///
    /// - Parameter forcedColors: whether the browser replaces the page's colors. axe-core compares the original ones then.
    func objections(forcedColors: Bool) async throws -> [String] {
        let script = try #require(AccessibilityRules.script)
        try await evaluate("(() => { \(script); return true })()")
        let rules = forcedColors ? "{ 'color-contrast': { enabled: false } }" : "{}"
        let found = try await evaluate(
            """
            axe.run(document, { resultTypes: ["violations"], rules: \(rules), preload: false, iframes: false })
              .then(result => result.violations.map(each => each.id + " " + each.nodes[0].html.slice(0, 200)))
            """)
        return try #require(found.array).compactMap(\.string)
    }

    /// Checks that the page does not scroll sideways.
    ///
    /// - Parameter whole: whether no text in the main part is wider than its element either. Scrolling elements may be. The
    ///   rows of a table may be wider by one pixel: Firefox adds half a collapsed border.
    func expectToFit(_ state: String, whole: Bool = true, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let overhang = try await evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
        #expect(overhang == 0, "\(state)", sourceLocation: sourceLocation)
        guard whole else { return }
        let cut = try await evaluate(
            """
            [...document.querySelectorAll("main *:not(input):not(.visually-hidden)")]
            .filter(e => e.clientWidth && e.scrollWidth > e.clientWidth + (e.matches("thead, tbody, tr") ? 1 : 0))
            .filter(e => !["auto", "scroll"].includes(getComputedStyle(e).overflowX))
            .map(e => e.outerHTML.slice(0, 100))
            """)
        #expect(cut == [], "\(state)", sourceLocation: sourceLocation)
    }
}
