import HTTPTypes
import Hummingbird
import Testing

@testable import AccountServer

@Suite("Making a table of routes")
struct RouteTableTests {
    private func table(_ routes: (HTTPRequest.Method, String)...) throws -> RouteTable {
        try RouteTable(routes.map { Route($0.0, $0.1) { _ in .noContent } })
    }

    @Test("different methods, literals beside parameters, and the root stand together")
    func accepted() throws {
        #expect(
            try table((.get, "/"), (.get, "/a"), (.post, "/a"), (.get, "/a/{id}"), (.get, "/a/b"), (.put, "/a/{id}")).routes.count
                == 6)
    }

    @Test("the same method twice for the same requests is refused")
    func duplicates() throws {
        #expect(throws: RouteTableError.duplicate(.get, "/a")) { try table((.get, "/a"), (.post, "/a"), (.get, "/a")) }
        #expect(throws: RouteTableError.duplicate(.get, "/a/{id}")) { try table((.get, "/a/{id}"), (.get, "/a/{id}")) }
    }

    @Test("parameters with two names in one place are refused")
    func differingParameters() throws {
        #expect(throws: RouteTableError.differingParameters("/a/{id}", "/a/{name}")) {
            try table((.get, "/a/{id}"), (.post, "/a/{name}"))
        }
    }

    @Test("HEAD is implied")
    func head() throws {
        #expect(throws: RouteTableError.headIsImplied("/a")) { try table((.head, "/a")) }
    }

    @Test(
        "a malformed path is refused",
        arguments: [
            "", "a", "//", "/a/", "/a//b", "/a b", "/ä", "/a%20", "/{}", "/{a", "/a}", "/a{b}", "/{a}b", "/{a}/{a}", "/.", "/..",
            "/a/../b", "/*",
            "/**", "/:a", "/a?b", "/a#b", "/{a*}",
        ])
    func malformed(path: String) throws {
        #expect(throws: RouteTableError.malformedPath(path)) { try table((.get, path)) }
    }

    @Test("a prefix is literal segments without a slash at the end", arguments: ["/", "a", "/a/", "/{id}", "/a//b"])
    func prefixes(prefix: String) throws {
        let table = try table((.get, "/x"))
        try table.mount(on: Router(context: AccountRequestContext.self), under: "/a/b")
        #expect(throws: RouteTableError.malformedPath(prefix)) {
            try table.mount(on: Router(context: AccountRequestContext.self), under: prefix)
        }
    }
}
