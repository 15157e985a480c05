import Chromium
import Testing

extension InBrowser {
    @Suite("The list of sessions in a browser")
    struct SessionListTests {
        @Test("the button of one other session ends only that session", arguments: [true, false])
        func revokeOne(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.signUp(as: "anna.k")
                #expect(try await anna.page.count("[data-session]") == 1)
                #expect(try await anna.page.count("main form") == 0, "no other session exists")
                let others = try await scene.signedIn("anna.k", count: 2, script: script)

                try await anna.open("/account")
                #expect(try await anna.page.count("[data-session]") == 3)
                #expect(try await anna.page.text("[aria-current=true]").contains("This device"))
                #expect(try await anna.page.count("[aria-current=true] button") == 0)
                try await anna.follow("[data-session]:not([aria-current]) button")
                #expect(try await anna.path == "/account?notice=session-revoked")
                #expect(try await anna.codes == ["session-revoked"])
                #expect(try await anna.page.count("[data-session]") == 2)

                var paths: [String] = []
                for other in others {
                    try await other.open("/account")
                    paths.append(try await other.path)
                }
                #expect(paths.sorted() == ["/account", "/sign-in?next=account"])
            }
        }

        @Test("all other sessions end at once, and the current one stays", arguments: [true, false])
        func revokeOthers(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.signUp(as: "anna.k")
                let others = try await scene.signedIn("anna.k", count: 2, script: script)
                try await anna.open("/account")
                try await anna.follow("form[action='/account/sessions/revoke-others'] button")
                #expect(try await anna.codes == ["other-sessions-revoked"])
                #expect(try await anna.page.count("[data-session]") == 1)
                for other in others {
                    try await other.open("/account")
                    #expect(try await other.path == "/sign-in?next=account")
                }
            }
        }
    }
}

extension Scene {
    /// Returns several browsers that are signed in to one account.
    fileprivate func signedIn(_ name: String, count: Int, script: Bool) async throws -> [Visitor] {
        var visitors: [Visitor] = []
        for _ in 0..<count {
            let visitor = try await newVisitor(script: script)
            try await visitor.signIn(as: name)
            #expect(try await visitor.path == "/account")
            visitors.append(visitor)
        }
        return visitors
    }
}
