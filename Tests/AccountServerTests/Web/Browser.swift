import HTTPTypes
import WebServing

@testable import AccountServer

/// The parts of a browser that pages without scripts need: it stores cookies by their attributes, submits forms of pages, and
/// follows redirects within the site.
struct Browser {
    let client: ServerClient
    let origin: String
    private(set) var cookies: [BrowserCookie] = []
    /// All responses including redirects, oldest first.
    private(set) var received: [ServerAnswer] = []

    private static let userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

    /// A redirect to another site, or a redirect loop.
    struct Astray: Error {
        let location: String?
    }

    init(_ client: ServerClient, origin: String = "https://accounts.example.com") {
        self.client = client
        self.origin = origin
    }

    /// Follows a link to `path`, or opens it as a typed URL.
    mutating func open(_ path: String) async throws -> ShownPage {
        try await follow(try await send(.get, path), path)
    }

    /// Fills in the form of `page` with this `action`, which must have all of these fields, and submits it.
    mutating func submit(_ page: ShownPage, to action: String, _ values: [String: String] = [:]) async throws -> ShownPage {
        try await follow(try await submitOnce(page, to: action, values), action)
    }

    /// Submits as ``submit(_:to:_:)``, and stops at the first response.
    mutating func submitOnce(
        _ page: ShownPage, to action: String, _ values: [String: String] = [:], headers: HTTPFields = [:]
    ) async throws -> ServerAnswer {
        try await post(action, try page.form(to: action, having: values.keys).filled(values), headers: headers)
    }

    /// Posts `fields` as a browser does from a page of the same site; `headers` replace its own headers.
    mutating func post(
        _ path: String, _ fields: [(name: String, value: String)], headers: HTTPFields = [:]
    ) async throws -> ServerAnswer {
        var all: HTTPFields = [
            .contentType: "application/x-www-form-urlencoded", .origin: origin, .secFetchSite: "same-origin",
        ]
        for field in headers { all[field.name] = field.value }
        return try await send(.post, path, body: FormEncoding.encode(fields), headers: all)
    }

    /// Sends one request with its cookies, and stores the cookies of the response.
    mutating func send(
        _ method: HTTPRequest.Method, _ path: String, body: [UInt8] = [], headers: HTTPFields = [:]
    ) async throws -> ServerAnswer {
        var all: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8", .userAgent: Self.userAgent]
        if !cookies.isEmpty { all[.cookie] = cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ") }
        for field in headers { all[field.name] = field.value }
        let answer = try await client.send(method, path, body: body, headers: all)
        received.append(answer)
        for field in answer.headers[values: .setCookie] { keep(try BrowserCookie(field)) }
        return answer
    }

    /// Restarts the browser: cookies without a maximum age are removed.
    mutating func restart() {
        cookies.removeAll { $0.maximumAge == nil }
    }

    mutating func plant(_ cookie: BrowserCookie) { keep(cookie) }

    mutating func clearCookies() { cookies = [] }

    func cookie(_ name: String) -> BrowserCookie? { cookies.first { $0.name == name } }

    private mutating func keep(_ cookie: BrowserCookie) {
        guard cookie.isAccepted(overTLS: origin.hasPrefix("https:")) else { return }
        cookies.removeAll { $0.name == cookie.name }
        if cookie.maximumAge.map({ $0 > 0 }) ?? true { cookies.append(cookie) }
    }

    private mutating func follow(_ first: ServerAnswer, _ path: String) async throws -> ShownPage {
        var page = ShownPage(path: path, answer: first, redirects: [])
        while let location = page.answer.location {
            guard location.hasPrefix("/"), !location.hasPrefix("//"), page.redirects.count < 5 else {
                throw Astray(location: location)
            }
            let next = try await send(.get, location)
            page = ShownPage(path: location, answer: next, redirects: page.redirects + [page.answer])
        }
        return page
    }
}

extension Browser {
    /// Creates an account with the form, and is signed in afterwards.
    @discardableResult
    mutating func signUp(_ name: String = "anna.k", password: String = ServerBench.password) async throws -> ShownPage {
        try await submit(try await open("/sign-up"), to: "/sign-up", ["username": name, "password": password])
    }

    /// Signs in with the form.
    @discardableResult
    mutating func signIn(_ name: String = "anna.k", password: String = ServerBench.password) async throws -> ShownPage {
        try await submit(try await open("/sign-in"), to: "/sign-in", ["username": name, "password": password])
    }

    /// Returns whether the account page opens.
    mutating func isSignedIn() async throws -> Bool {
        try await open("/account").path == "/account"
    }
}

extension ServerAnswer {
    /// The target of a redirect; nil for another response.
    var location: String? { (300..<400).contains(status.code) ? headers[.location] : nil }
}

enum FormEncoding {
    /// Encodes `application/x-www-form-urlencoded` as browsers do (WHATWG URL standard, section 5.2).
    static func encode(_ fields: [(name: String, value: String)]) -> [UInt8] {
        Array(fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&").utf8)
    }

    private static func encode(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: " "): "+"
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}

/// A cookie from a `Set-Cookie` field (RFC 6265bis, section 5.6).
struct BrowserCookie: Hashable {
    let name: String
    let value: String
    /// The attributes as sent, such as `Path=/`, in alphabetical order.
    let attributes: [String]

    struct Malformed: Error {
        let field: String
    }

    init(_ field: String) throws {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map { part in
            String(part.drop { $0 == " " })
        }
        let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2, !pair[0].isEmpty else { throw Malformed(field: field) }
        self.init(name: String(pair[0]), value: String(pair[1]), attributes: parts.dropFirst().sorted())
    }

    init(name: String, value: String, attributes: [String] = []) {
        self.name = name
        self.value = value
        self.attributes = attributes
    }

    /// The maximum age in seconds; nil for a session cookie.
    var maximumAge: Int? { attribute("max-age").flatMap(Int.init) }

    /// Returns whether a browser accepts the cookie: `Secure` requires TLS, and the prefix `__Host-` requires `Secure`, the path
    /// `/` and no domain (sections 4.1.2.5 and 4.1.3.2).
    func isAccepted(overTLS: Bool) -> Bool {
        let isSecure = attribute("secure") != nil
        guard overTLS || !isSecure else { return false }
        guard name.lowercased().hasPrefix("__host-") else { return true }
        return isSecure && attribute("path") == "/" && attribute("domain") == nil
    }

    private func attribute(_ name: String) -> String? {
        for attribute in attributes {
            let parts = attribute.split(separator: "=", maxSplits: 1)
            if parts.first?.lowercased() == name { return parts.count == 2 ? String(parts[1]) : "" }
        }
        return nil
    }
}
