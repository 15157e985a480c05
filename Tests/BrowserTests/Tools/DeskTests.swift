import AccountServer
import Chromium
import TestKit
import Testing
import Traces

extension InBrowser {
    @Suite("The desk of latchkey dev")
    struct DeskTests {
        private let stage = DeskStage()
        private var desk: DevelopmentDesk { stage.desk }

        @Test(
            "no page scrolls sideways, and every target is at least 44 pixels high",
            arguments: [Appearance.smallPhone, PageSize.desktop])
        func layout(size: PageSize) async throws {
            try await Scene.run(host: "localhost", desk: desk) { scene in
                let visitor = try await scene.newVisitor(size: size)
                for path in try await stage.pages(for: visitor) {
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
                for path in try await stage.pages(for: visitor).prefix(5) {
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

        @Test("a trace shows a step when it arrives, keeps a closed part closed, and waits while it has the focus")
        func liveTrace() async throws {
            try await Scene.run(host: "localhost", desk: desk) { scene in
                let visitor = try await scene.newVisitor()
                try await visitor.open(desk.newAddress(at: ""))
                let path = stage.recordFailedSignIn()
                let trace = try #require(stage.traces.traces.first)
                let position = TraceParent(trace: trace.id, span: trace.spans[0].id)
                func addStep() { TraceSpan(.event, in: .server, continuing: position, by: stage.traces)?.end() }

                try await visitor.open(path)
                let checks = "document.querySelector('#checks-7-failed').open"
                #expect(try await visitor.page.evaluate(checks) == .boolean(true))
                // The focus is now in the list.
                try await visitor.page.click("#checks-7-failed summary")
                addStep()
                try await visitor.page.evaluate("document.activeElement.blur()")
                try await poll { try await visitor.page.count(".lanes > li") == 8 }
                #expect(try await visitor.page.evaluate(checks) == .boolean(false))
                try await visitor.page.evaluate("document.querySelector('#curl-6-part').open = true")
                addStep()
                try await poll { try await visitor.page.count(".lanes > li") == 9 }
                #expect(try await visitor.page.evaluate("document.querySelector('#curl-6-part').open") == .boolean(true))
                #expect(try await visitor.page.evaluate(checks) == .boolean(false))
            }
        }

        @Test("a hidden timeline gives up its connection, and shows what it missed when it is visible again")
        func hiddenTimeline() async throws {
            try await Scene.run(host: "localhost", desk: desk) { scene in
                let visitor = try await scene.newVisitor()
                try await visitor.open(desk.newAddress(at: ""))
                try await visitor.open("/dev/timeline")
                stage.recordSignIn()
                try await poll { try await visitor.page.count("#traces .rows > li") == 1 }
                // The page has one of 16 streams.
                var others: [AsyncStream<Void>] = []
                while let stream = stage.traces.changes() { others.append(stream) }
                #expect(others.count == 15)
                try await visitor.page.evaluate(Self.visibility(isHidden: true))
                await poll { stage.traces.changes() != nil }
                stage.recordSignIn()
                try await visitor.page.evaluate(Self.visibility(isHidden: false))
                try await poll { try await visitor.page.count("#traces .rows > li") == 2 }
                #expect(others.count == 15)
            }
        }

        private static func visibility(isHidden: Bool) -> String {
            """
            (() => {
              Object.defineProperty(document, "hidden", { value: \(isHidden), configurable: true });
              document.dispatchEvent(new Event("visibilitychange"));
              return true;
            })()
            """
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
