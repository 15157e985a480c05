import Accounts
package import HTTPTypes
import Hummingbird
package import InternetAddresses
package import Logging
import Secrets
import Texts

/// A request as a handler receives it, with values only, so that tests can create one. Its description omits headers and query,
/// which contain secrets.
package struct IncomingRequest: Sendable, Redacted {
    /// The method. A `HEAD` request reaches the handler of `GET` as `GET`.
    package let method: HTTPRequest.Method
    /// The path as sent, without the table's prefix and without the query.
    package let path: String
    /// The prefix that the table is mounted under: empty, or `/` and segments without a final slash. Links on pages need it.
    package let prefix: String
    /// The decoded values of the route's parameters: `/v1/sessions/{id}` has `id`.
    package let parameters: PathParameters
    /// The fields of the query. A malformed query is rejected before.
    package let query: FormFields
    /// The header fields.
    package let headers: HTTPFields
    /// The languages of the site.
    package let languages: LanguagePolicy
    /// The body, not yet received.
    package let body: IncomingBody
    /// The client's address: the socket's, or the one that trusted proxies report.
    package let clientAddress: IPAddress
    /// The identifier generated for the request.
    package let id: RequestIdentifier
    /// A logger whose lines name the request.
    package let logger: Logger

    /// Creates a request. The defaults are for tests of handlers.
    package init(
        method: HTTPRequest.Method = .get, path: String = "/", prefix: String = "", parameters: PathParameters = [:],
        query: FormFields = FormFields(), headers: HTTPFields = [:], languages: LanguagePolicy = LanguagePolicy(),
        body: IncomingBody? = nil,
        clientAddress: IPAddress = .loopback, id: RequestIdentifier = RequestIdentifier(random: SystemRandomBytes()),
        logger: Logger = Logger(label: "request") { _ in SwiftLogNoOpLogHandler() }
    ) {
        self.method = method
        self.path = path
        self.prefix = prefix
        self.parameters = parameters
        self.query = query
        self.headers = headers
        self.languages = languages
        self.body = body ?? IncomingBody(RequestBody(buffer: ByteBuffer()), headers: headers)
        self.clientAddress = clientAddress
        self.id = id
        self.logger = logger
    }
}

/// The decoded values of a path's parameters.
package struct PathParameters: Sendable, ExpressibleByDictionaryLiteral {
    private let values: [String: String]

    /// Creates parameters by name.
    package init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }

    init(_ elements: [(String, String)]) {
        values = Dictionary(elements) { first, _ in first }
    }

    /// Returns the value of the parameter `name`. Throws 404 if the route has no such parameter.
    package func required(_ name: String) throws(Problem) -> String {
        guard let value = values[name] else { throw Problem(.notFound, cause: "the route has no parameter \(name)") }
        return value
    }

    /// The value of the parameter `name`, or nil if the route has no such parameter.
    package subscript(name: String) -> String? { values[name] }
}

extension IncomingRequest {
    /// The language that the header fields select. The setting of an account precedes it.
    var language: Language { languages.reader(of: headers).language }

    /// Returns the value of the cookie `name`, or nil if it is missing. Throws as ``HTTPFields/cookie(_:)``.
    package func cookie(_ name: String) throws(Problem) -> String? { try headers.cookie(name) }
}

extension HTTPFields {
    /// Returns the value of the cookie `name`, or nil if it is missing. Names are compared byte by byte.
    ///
    /// Throws 400 if the cookie occurs twice. A neighbouring host or another path planted one of them, and the order does not show
    /// which. Throws 400 if the value has characters that RFC 6265, section 4.1.1, does not allow. Cookies with other names are
    /// ignored, even if malformed, because other sites on the same host may have set them.
    package func cookie(_ name: String) throws(Problem) -> String? {
        var found: String?
        for field in self[values: .cookie] {
            for pair in field.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), pair[..<equals].elementsEqual(name.utf8) else {
                    continue
                }
                guard found == nil else { throw Problem(.badRequest, detail: "The request has a cookie twice.") }
                let value = pair[pair.index(after: equals)...]
                guard value.allSatisfy(\.isCookieOctet) else { throw Problem(.badRequest, detail: "A cookie is malformed.") }
                found = String(value)
            }
        }
        return found
    }
}

extension UInt8 {
    fileprivate var isCookieOctet: Bool {
        switch self {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
    }
}
