import Chromium
import Firefox
import TestKit
import Testing

extension InBrowser {
    /// `make test` looks at each English snapshot in one appearance with script, in turn. `make soak` looks at each in every
    /// appearance, and at those in other languages in one.
    @Suite(
        "Every snapshot as a page", .timeLimit(.minutes(Soak.isFull ? 120 : 20)),
        .enabled(if: AccessibilityRules.script != nil, "axe-core is not installed; scripts/setup test installs it"))
    struct SnapshotWalkTests {
        @Test("axe-core finds nothing, and nothing overflows", arguments: SnapshotPages.all)
        func walk(_ pages: SnapshotPages) async throws {
            let browser = try #require(SharedBrowser.current)
            let site = try pages.serve()
            let looks = try Soak.isFull ? pages.allLooks(in: Appearance.full) : pages.looks(in: Appearance.withScript)
            #expect(!looks.isEmpty)
            for script in [true, false] {
                let looks = looks.filter { $0.appearance.script == script }
                // Each tab has a process, for one of two processors.
                try await withThrowingTaskGroup(of: Void.self) { tabs in
                    for first in 0..<2 {
                        tabs.addTask {
                            let page = try await browser.newPage(javaScript: script)
                            for index in stride(from: first, to: looks.count, by: 2) {
                                let (name, appearance) = looks[index]
                                try await page.open(site.origin + "/" + name)
                                try await WalkTests.look(
                                    at: page, name, in: appearance, isOfScreens: pages.isOfScreens, withKeyboard: Soak.isFull)
                                try await page.expectStyledContent(name)
                            }
                            try await page.close()
                        }
                    }
                    try await tabs.waitForAll()
                }
            }
        }

        @Test("the complete browser reports no problem of a form", arguments: SnapshotPages.all)
        func forms(_ pages: SnapshotPages) async throws {
            let site = try pages.serve()
            let names = try pages.english
            #expect(!names.isEmpty)
            try await Browser.withBrowser(Browser.complete) { browser in
                let page = try await browser.newPage()
                for name in names {
                    try await page.open(site.origin + "/" + name)
                    #expect(try await page.issues.isEmpty, "\(name)")
                }
                // Scripts that request something are not served.
                let messages = try await page.consoleMessages.filter { $0.source != "network" }.map(\.description)
                #expect(messages == [])
            }
        }
    }
}

extension InBrowser.InFirefox {
    /// `make test` looks at every eighth English snapshot in one appearance, in turn; `make soak` at each in every appearance with script.
    @Suite(
        "Snapshots as pages in Firefox", .timeLimit(.minutes(Soak.isFull ? 120 : 20)),
        .enabled(if: AccessibilityRules.script != nil, "axe-core is not installed; scripts/setup test installs it"))
    struct FirefoxSnapshotWalkTests {
        @Test("axe-core finds nothing, and nothing overflows", arguments: SnapshotPages.all)
        func walk(_ pages: SnapshotPages) async throws {
            let firefox = try #require(SharedFirefox.current)
            let site = try pages.serve()
            let looks =
                try Soak.isFull
                ? pages.allLooks(in: Appearance.full.filter(\.script)) : pages.looks(in: Appearance.withScript, step: 8)
            try await firefox.forget()
            for (name, appearance) in looks {
                try await firefox.show(appearance)
                try await firefox.open(site.origin + "/" + name)
                try await FirefoxWalkTests.look(name, in: appearance, firefox, isOfScreens: pages.isOfScreens)
                try await firefox.expectStyledContent(name)
            }
            try await firefox.forget()
        }
    }
}

extension BrowserPage {
    /// Checks that a served snapshot has its stylesheet and its content, without which nothing could be wrong with it.
    fileprivate func expectStyledContent(_ name: String) async throws {
        let isComplete = try await evaluate(
            "[...document.styleSheets].some(sheet => sheet.cssRules.length > 0) && !!document.querySelector('main *')")
        #expect(isComplete == true, "\(name)")
    }
}
