import AppleIdentityEmulator
import Chromium
import Foundation
import TestKit
import Testing

extension InBrowser {
    @Suite("The emulator's console in a browser")
    struct EmulatorConsoleTests {
        @Test("the log shows a request when it arrives, keeps an open one open, and obeys the filter")
        func liveLog() async throws {
            try await EmulatorStage.run { emulator, visitor in
                _ = emulator.service.keySet()
                try await visitor.open("/console/log")
                try await visitor.page.click("#request-1 summary")
                // A log that has the focus does not change.
                _ = emulator.service.discoveryDocument()
                try await visitor.page.evaluate("document.activeElement.blur()")
                try await visitor.waitFor("#request-2")
                #expect(try await visitor.page.evaluate("document.querySelector('#request-1').open") == .boolean(true))
                #expect(try await visitor.page.evaluate("document.querySelector('#request-2').open") == .boolean(false))

                try await visitor.open("/console/log?endpoint=keys")
                _ = emulator.service.discoveryDocument()
                _ = emulator.service.keySet()
                try await visitor.waitFor("#request-4")
                #expect(try await visitor.page.count("[data-record]") == 2)
            }
        }

        @Test("a button copies an identifier, the configuration and the command of a request")
        func copies() async throws {
            try await EmulatorStage.run { emulator, visitor in
                _ = emulator.service.keySet()
                let team = try #require(emulator.service.teams.first).id
                for (path, button) in [
                    ("/console", "[data-copies=team-\(team)]"), ("/console/team/\(team)", "[data-copies=team-id]"),
                    ("/console/team/\(team)", "[data-copies='settings-com.example.shop']"),
                    ("/console/log", "[data-copies=curl-1]"), ("/", "[data-copies=address-0]"),
                ] {
                    try await visitor.open(path)
                    // The clipboard of a browser without a window may be closed.
                    try await visitor.page.evaluate(
                        """
                        (() => {
                            const value = async text => { window.copied = text }
                            Object.defineProperty(navigator.clipboard, "writeText", { value })
                            for (const part of document.querySelectorAll("details")) part.open = true
                            return true
                        })()
                        """)
                    try await visitor.page.click(button)
                    let isCopied =
                        "copied === document.getElementById(document.querySelector(\"\(button)\").dataset.copies).textContent"
                    #expect(try await visitor.page.evaluate(isCopied) == .boolean(true), "\(button)")
                }
            }
        }

        @Test("without script, the log is filtered and opens, and the banner moves the clock back")
        func withoutScript() async throws {
            try await EmulatorStage.run(Appearance(script: false)) { emulator, visitor in
                _ = emulator.service.keySet()
                _ = emulator.service.discoveryDocument()
                emulator.service.clock.advance(by: 86_400)
                try await visitor.open("/console/log?endpoint=keys")
                #expect(try await visitor.page.count("[data-record]") == 1)
                #expect(try await visitor.page.count("button[data-copies]:not([hidden])") == 0)
                try await visitor.follow(".clock button")
                #expect(try await visitor.path == "/console/log?endpoint=keys")
                #expect(try await visitor.page.count(".clock") == 0)
                #expect(!emulator.service.clock.isMoved)
            }
        }

        @Test("an error moves the focus to the field, which keeps the input")
        func errors() async throws {
            try await EmulatorStage.run { emulator, visitor in
                try await visitor.open("/console/service-state")
                try await visitor.page.fill("#time", "tomorrow")
                try await visitor.follow("form.fields[action$='/clock'] button")
                #expect(try await visitor.focus == "time")
                #expect(try await visitor.page.value("#time") == "tomorrow")
                #expect(visitor.page.status == 400)
                #expect(!emulator.service.clock.isMoved)
            }
        }

        @Test("everything on a page is inside a landmark, and no identifier occurs twice")
        func landmarks() async throws {
            try await EmulatorStage.run { emulator, visitor in
                emulator.service.clock.advance(by: 300)
                for path in try await EmulatorStage.paths(of: emulator) {
                    try await visitor.open(path)
                    let outside = try await visitor.page.evaluate(
                        """
                        (() => {
                            const found = []
                            const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
                            while (texts.nextNode()) {
                                const place = texts.currentNode.parentElement
                                if (!texts.currentNode.data.trim() || place.closest("header, nav, main, script")) continue
                                found.push(place.outerHTML)
                            }
                            const names = [...document.querySelectorAll("[id]")].map(e => e.id)
                            return [found, names.filter((name, index) => names.indexOf(name) !== index)]
                        })()
                        """)
                    #expect(outside == [[], []], "\(path)")
                    #expect(try await visitor.page.count("main") == 1, "\(path)")
                    #expect(try await visitor.page.count("h1") == 1, "\(path)")
                }
            }
        }

        @Test(
            "no page scrolls sideways, and every target is at least 44 pixels high",
            arguments: [Appearance.smallPhone, PageSize.desktop])
        func layout(size: PageSize) async throws {
            try await EmulatorStage.run(Appearance(size: size)) { emulator, visitor in
                emulator.service.clock.advance(by: 300)
                for path in try await EmulatorStage.paths(of: emulator) {
                    try await visitor.open(path)
                    try await visitor.expectNoSidewaysScrolling()
                }
                for path in ["/console/log", "/console/service-state"] {
                    try await visitor.open(path)
                    #expect(try await visitor.smallTargets.filter { !$0.hasPrefix("<a") } == [], "\(path)")
                }
            }
        }

        @Test("text has sufficient contrast, in light and dark mode", arguments: [ColorScheme.light, .dark])
        func colors(scheme: ColorScheme) async throws {
            try await EmulatorStage.run(Appearance(scheme: scheme)) { emulator, visitor in
                emulator.service.clock.advance(by: 300)
                for path in try await EmulatorStage.paths(of: emulator) {
                    try await visitor.open(path)
                    try await visitor.expectReadable(scheme)
                }
            }
        }
    }
}

extension Visitor {
    /// Waits until the page has an element.
    fileprivate func waitFor(_ selector: String) async throws {
        try await poll { try await page.count(selector) > 0 }
    }
}
