import HTTPTypes
import Hummingbird
import Testing

@testable import AccountServer

@Suite("Creating a route table")
struct RouteTableTests {
    private func table(_ routes: (HTTPRequest.Method, String)...) throws -> RouteTable {
        try RouteTable(routes.map { Route($0.0, $0.1) { _ in .noContent } })
    }

    @Test("different methods, literals next to parameters, and the root are accepted together")
    func accepted() throws {
        #expect(
            try table((.get, "/"), (.get, "/a"), (.post, "/a"), (.get, "/a/{id}"), (.get, "/a/b"), (.put, "/a/{id}")).routes.count
                == 6)
    }

    @Test("two routes with the same method for the same requests are rejected")
    func duplicates() throws {
        #expect(throws: RouteTableError.duplicate(.get, "/a")) { try table((.get, "/a"), (.post, "/a"), (.get, "/a")) }
        #expect(throws: RouteTableError.duplicate(.get, "/a/{id}")) { try table((.get, "/a/{id}"), (.get, "/a/{id}")) }
    }

    @Test("parameters with two names at one position are rejected")
    func differingParameters() throws {
        #expect(throws: RouteTableError.differingParameters("/a/{id}", "/a/{name}")) {
            try table((.get, "/a/{id}"), (.post, "/a/{name}"))
        }
    }

    @Test("a route for HEAD is rejected, because GET implies it")
    func head() throws {
        #expect(throws: RouteTableError.headIsImplied("/a")) { try table((.head, "/a")) }
    }

    @Test(
        "a malformed path is rejected",
        arguments: [
            "", "a", "//", "/a/", "/a//b", "/a b", "/ä", "/a%20", "/{}", "/{a", "/a}", "/a{b}", "/{a}b", "/{a}/{a}", "/.", "/..",
            "/a/../b", "/*",
            "/**", "/:a", "/a?b", "/a#b", "/{a*}",
        ])
    func malformed(path: String) throws {
        #expect(throws: RouteTableError.malformedPath(path)) { try table((.get, path)) }
    }

    @Test(
        "a prefix that is not literal segments without a final slash is rejected", arguments: ["/", "a", "/a/", "/{id}", "/a//b"])
    func prefixes(prefix: String) throws {
        let table = try table((.get, "/x"))
        try table.mount(on: Router(context: AccountRequestContext.self), under: "/a/b")
        #expect(throws: RouteTableError.malformedPath(prefix)) {
            try table.mount(on: Router(context: AccountRequestContext.self), under: prefix)
        }
    }
}
