import Chromium
import Testing

extension InBrowser {
    /// The attributes that Password AutoFill and other managers read, as the browser parsed them.
    @Suite("Fields as the browser parses them")
    struct AutoFillTests {
        struct Field: Sendable {
            let path: String
            let selector: String
            let type: String
            let autocomplete: String
            var minLength = -1
            var maxLength = -1
            var passwordRules: String?
        }

        @Test("every field has the expected type, autocomplete, lengths and password rules", arguments: [true, false])
        func fields(script: Bool) async throws {
            try await Scene.run { scene in
                let stranger = try await scene.newVisitor(script: script)
                let anna = try await scene.newVisitor(script: script)
                try await anna.signUp(as: "anna.k")
                for field in Self.fields {
                    let visitor = field.path.hasPrefix("/account") ? anna : stranger
                    try await visitor.open(field.path)
                    #expect(try await visitor.path == field.path)
                    let found = try await visitor.page.evaluate(
                        """
                        (e => [e.type, e.autocomplete, e.minLength, e.maxLength, e.getAttribute("passwordrules"), e.form.method])
                        (document.querySelector("\(field.selector)"))
                        """)
                    let expected: [ProtocolValue] = [
                        .string(field.type), .string(field.autocomplete), .number(Double(field.minLength)),
                        .number(Double(field.maxLength)), field.passwordRules.map { .string($0) } ?? .null, "post",
                    ]
                    #expect(found == .array(expected), "\(field.selector) of \(field.path)")
                }
            }
        }

        @Test("in every form with a password, a user name field precedes it for password managers", arguments: [true, false])
        func nameBeforePassword(script: Bool) async throws {
            try await Scene.run { scene in
                let stranger = try await scene.newVisitor(script: script)
                let anna = try await scene.newVisitor(script: script)
                try await anna.signUp(as: "anna.k")
                for path in Set(Self.fields.map(\.path)).sorted() {
                    let visitor = path.hasPrefix("/account") ? anna : stranger
                    try await visitor.open(path)
                    let order = try await visitor.page.evaluate(
                        "[...document.querySelector('main form').elements].map(e => e.autocomplete).filter(t => t)")
                    #expect(order.array?.first == "username", "\(path)")
                    #expect((order.array?.count ?? 0) > 1, "\(path)")
                }
            }
        }

        private static let rules = "allowed: unicode; minlength: 12; maxlength: 1024;"

        private static let fields = [
            Field(path: "/sign-up", selector: "#username", type: "text", autocomplete: "username", minLength: 3, maxLength: 254),
            Field(
                path: "/sign-up", selector: "#password", type: "password", autocomplete: "new-password", minLength: 12,
                passwordRules: rules),
            Field(path: "/sign-in", selector: "#username", type: "text", autocomplete: "username"),
            Field(path: "/sign-in", selector: "#password", type: "password", autocomplete: "current-password"),
            Field(path: "/account/password", selector: "#username", type: "text", autocomplete: "username"),
            Field(path: "/account/password", selector: "#current-password", type: "password", autocomplete: "current-password"),
            Field(
                path: "/account/password", selector: "#new-password", type: "password", autocomplete: "new-password", minLength: 12,
                passwordRules: rules),
            Field(path: "/account/reauthenticate", selector: "#username", type: "text", autocomplete: "username"),
            Field(
                path: "/account/reauthenticate", selector: "#current-password", type: "password", autocomplete: "current-password"),
        ]
    }
}
