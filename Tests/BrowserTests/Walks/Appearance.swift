import Chromium
import TestKit
import Testing

/// How a browser shows pages.
struct Appearance: Sendable, CustomTestStringConvertible {
    var size = PageSize.desktop
    var scheme = ColorScheme.light
    var forcedColors = false
    var script = true

    /// Each width, each kind of colors, and pages without script.
    static let all = [
        Appearance(size: smallPhone), Appearance(size: .phone, scheme: .dark), Appearance(forcedColors: true),
        Appearance(size: smallPhone, scheme: .dark, script: false),
    ]

    /// Each width with each kind of colors, with and without script.
    static let full = [smallPhone, PageSize.phone, .desktop].flatMap { size in
        [true, false].flatMap { script in
            [
                Appearance(size: size, script: script), Appearance(size: size, scheme: .dark, script: script),
                Appearance(size: size, forcedColors: true, script: script),
            ]
        }
    }

    static let withScript = all.filter(\.script)

    /// Those of `make test`, or in `make soak` each.
    static var ofRun: [Appearance] { Soak.isFull ? full : all }

    static let smallPhone = PageSize(width: 320, height: 568, mobile: true)

    var testDescription: String {
        let colors = forcedColors ? "forced colors" : scheme.rawValue
        return "\(size.width) pixels, \(colors)\(script ? "" : ", without script")"
    }

    /// Whether the page has this appearance. The width is that of the window, even if the content is wider.
    func isOf(_ page: some BrowserPage) async throws -> Bool {
        let queries = "['(width: \(size.width)px)', '(prefers-color-scheme: dark)', '(forced-colors: active)']"
        return try await page.evaluate("\(queries).map(query => matchMedia(query).matches)")
            == [true, .boolean(scheme == .dark), .boolean(forcedColors)]
    }
}

extension Browser {
    func newPage(_ appearance: Appearance) async throws -> Page {
        try await newPage(
            javaScript: appearance.script, size: appearance.size, colorScheme: appearance.scheme,
            forcedColors: appearance.forcedColors)
    }
}
