import AccountServer
import Chromium
import Foundation
import LocalAccess
import Logging
import Secrets
import Testing
import Traces

extension InBrowser {
    @Suite("The desk of latchkey dev")
    struct DeskTests {
        private static let smallPhone = PageSize(width: 320, height: 568, mobile: true)

        private let log = DevelopmentLog()
        private let desk: DevelopmentDesk

        init() {
            let access = LocalAccess(
                port: 8_080, bearer: OpaqueToken(random: SystemRandomBytes()), random: SystemRandomBytes()
            ) { .now }
            let desk = DevelopmentDesk(
                access: access, command: "latchkey desk open", log: log,
                traces: TraceStore(random: { .random(in: .min ... .max) }, now: { 1_772_366_400_000_000 }),
                services: [
                    DevelopmentDesk.RunningService(
                        .phones, name: "Phones", detail: "Two simulated phones of one user",
                        address: "http://127.0.0.1:8082/device",
                        newAddress: { "http://127.0.0.1:8082/device" }, isRunning: { true }),
                    DevelopmentDesk.RunningService(
                        nil, name: "Motivation", detail: "The server of an app on the phones", address: "http://localhost:8083",
                        newAddress: { "http://localhost:8083" }, isRunning: { false }),
                ], startOver: {})
            desk.show([
                DevelopmentDesk.Credentials(
                    title: "Demo account",
                    values: [(name: "User name", text: "demo@example.com"), (name: "Password", text: "7fzdkg-fiqumw-xmpzav")],
                    remark: "The password is valid until you change it.")
            ])
            self.desk = desk
        }

        /// Opens the desk, and returns the paths of its pages.
        private func pages(for visitor: Visitor) async throws -> [String] {
            try await visitor.signUp(as: String(repeating: "n", count: 254))
            try await visitor.open(desk.newAddress(at: ""))
            log.keep(.info, "audit", details: "account=" + String(repeating: "x", count: 300), at: .current)
            log.keep(.error, "request failed", details: "", at: .current)
            try await visitor.open("/dev/accounts")
            let account = try #require(try await visitor.page.attribute("href", of: ".rows a"))
            return ["/", "/dev/accounts", "/dev/accounts?q=none", account, "/dev/log", "/dev/timeline", "/tools/password-rules"]
        }

        @Test("no page scrolls sideways, and every target is at least 44 pixels high", arguments: [smallPhone, PageSize.desktop])
        func layout(size: PageSize) async throws {
            try await Scene.run(host: "localhost", desk: desk) { scene in
                let visitor = try await scene.newVisitor(size: size)
                for path in try await pages(for: visitor) {
                    try await visitor.open(path)
                    try await visitor.expectNoSidewaysScrolling()
                    #expect(try await visitor.smallTargets == [], "\(path)")
                }
            }
        }

        @Test("text has sufficient contrast, in light and dark mode", arguments: [ColorScheme.light, .dark])
        func colors(scheme: ColorScheme) async throws {
            try await Scene.run(host: "localhost", desk: desk) { scene in
                let visitor = try await scene.newVisitor(colorScheme: scheme)
                for path in try await pages(for: visitor).prefix(5) {
                    try await visitor.open(path)
                    try await visitor.expectReadable(scheme)
                }
            }
        }

        @Test("a search and the end of sessions work without script")
        func withoutScript() async throws {
            try await Scene.run(host: "localhost", desk: desk) { scene in
                let anna = try await scene.newVisitor(script: false)
                try await anna.signUp(as: "anna.k")
                try await anna.open(desk.newAddress(at: ""))
                try await anna.open("/dev/accounts?q=ann")
                try await anna.follow(".rows a")
                #expect(try await anna.path.hasPrefix("/dev/accounts/"))
                try await anna.follow("form[action$='/end-sessions'] button")
                #expect(try await anna.page.text("main").contains("All sessions of this account have ended."))
            }
        }

        /// A file of traces, without apostrophes.
        private static let file =
            #"{"format":"latchkey-traces","version":1,"traces":[{"id":"4bf92f3577b34da6a3ce929d0e0e4736","dropped":0,"#
            + #""spans":[{"id":"00f067aa0ba902b7","lane":"server","kind":"serverRequest","start":1,"end":2,"outcome":"succeeded","#
            + #""attributes":{"method":"GET","route":"/v1/sessions"},"checks":[]}]}]}"#

        @Test("the script opens a file of traces, and offers to copy their requests")
        func files() async throws {
            try await Scene.run(host: "localhost", desk: desk) { scene in
                let visitor = try await scene.newVisitor()
                try await visitor.open(desk.newAddress(at: ""))
                try await visitor.open("/dev/timeline")
                try await visitor.page.evaluate(
                    """
                    (() => {
                      const chosen = new DataTransfer();
                      chosen.items.add(new File(['\(Self.file)'], "traces.json"));
                      const field = document.getElementById("trace-file");
                      field.files = chosen.files;
                      field.dispatchEvent(new Event("change"));
                    })()
                    """)
                try await visitor.page.waitForLoad()
                try await visitor.arrive()
                #expect(try await visitor.path == "/dev/timeline/opened")
                try await visitor.follow(".rows a")
                #expect(try await visitor.page.text("main").contains("GET /v1/sessions"))
                let isOffered = "document.querySelectorAll('button[data-copies]:not([hidden])').length === 1"
                #expect(try await visitor.page.evaluate(isOffered) == .boolean(true))
            }
        }

        @Test("the script offers to copy each value")
        func copies() async throws {
            try await Scene.run(host: "localhost", desk: desk) { scene in
                let visitor = try await scene.newVisitor()
                try await visitor.open(desk.newAddress(at: ""))
                let areOffered = "document.querySelectorAll('button[data-copies]:not([hidden])').length === 2"
                #expect(try await visitor.page.evaluate(areOffered) == .boolean(true))
            }
        }
    }
}
