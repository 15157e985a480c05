import Chromium
import Testing

extension InBrowser {
    @Suite("Error pages in a browser")
    struct ErrorPageTests {
        @Test("a rejected request ends on a page that explains the error and offers a next step", arguments: Rejection.all)
        func errorPage(_ rejection: Rejection) async throws {
            try await Scene.run { scene in
                let visitor = try await scene.newVisitor()
                try await visitor.open(rejection.path)
                if let spoiling = rejection.spoiling {
                    try await visitor.page.evaluate(spoiling)
                    try await visitor.follow("main button")
                }
                #expect(visitor.page.status == rejection.status)
                #expect(try await visitor.heading == rejection.heading)
                #expect(try await visitor.page.text(".reference").hasPrefix("Error \(rejection.status) · Request "))
                try await visitor.follow("main .button")
                #expect(try await visitor.path == "/sign-in")
            }
        }

        struct Rejection: Sendable, CustomTestStringConvertible {
            let status: Int
            let heading: String
            let path: String
            /// The script that makes the page's form invalid; nil if the page itself is rejected.
            var spoiling: String?

            var testDescription: String { "\(status)" }

            static let all = [
                Rejection(
                    status: 400, heading: "Invalid request", path: "/sign-in",
                    spoiling: fillingIn("document.querySelector('#password').disabled = true")),
                Rejection(
                    status: 403, heading: "This form has expired", path: "/sign-in",
                    spoiling: fillingIn("document.querySelector('[name=form-token]').value = 'AAAA'")),
                Rejection(status: 404, heading: "Page not found", path: "/nowhere"),
                Rejection(status: 405, heading: "Request not supported", path: "/sign-out"),
                Rejection(
                    status: 413, heading: "Request too large", path: "/sign-in",
                    spoiling: fillingIn("document.querySelector('#password').value = 'x'.repeat(70000)")),
                Rejection(
                    status: 415, heading: "Unsupported format", path: "/sign-in",
                    spoiling: fillingIn("document.querySelector('main form').enctype = 'multipart/form-data'")),
            ]

            private static func fillingIn(_ fault: String) -> String {
                "for (const e of document.querySelectorAll('main input')) e.value ||= 'velvet-otter'; \(fault)"
            }
        }
    }
}
