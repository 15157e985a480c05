import Crypto
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Markup
import NIOCore
import Traces
import WebServing

extension Request {
    /// The query bytes, without the question mark.
    var queryBytes: Substring.UTF8View {
        guard let path = head.path, let mark = path.utf8.firstIndex(of: UInt8(ascii: "?")) else { return ""[...].utf8 }
        return path[path.utf8.index(after: mark)...].utf8
    }

    /// The raw path, without the query.
    var rawPath: String { String((head.path ?? "/").prefix { $0 != "?" }) }

    /// Whether the content type is a form: one `Content-Type`, this type, and no parameter but `charset=utf-8`.
    var isForm: Bool {
        let values = headers[values: .contentType]
        guard values.count == 1, let value = values.first else { return false }
        let parts = value.lowercased().split(separator: ";", omittingEmptySubsequences: false).map { part in
            part.filter { $0 != " " && $0 != "\t" }
        }
        guard parts.first == "application/x-www-form-urlencoded" else { return false }
        return parts.count == 1 || parts.count == 2 && ["charset=utf-8", "charset=\"utf-8\"", ""].contains(parts[1])
    }

    /// Reads the parameters of the body.
    ///
    /// - Throws: ``AppleServiceError`` if they are malformed, or the error of a closed connection.
    func formBody() async throws -> FormValues {
        do {
            let buffer = try await body.collect(upTo: FormValues.byteLimit)
            TraceSpan.current?.record(.request, MessageOutline(headers, body: Array(buffer.readableBytesView)))
            return try FormValues(encoded: buffer.readableBytesView)
        } catch is NIOTooManyBytesError {
            throw AppleServiceError.oversizeForm
        }
    }

    /// Returns the value of a cookie; nil if it is missing, or sent twice, because one of them may be planted.
    func cookie(_ name: String) -> String? {
        let values = headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair -> Substring? in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(name + "=") ? pair.dropFirst(name.utf8.count + 1) : nil
        }
        return values.count == 1 ? values.first.map(String.init) : nil
    }
}

extension Response {
    /// Returns JSON of the service, which no cache may store, like Apple's.
    static func json(_ body: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json;charset=UTF-8", .cacheControl: "no-store", .pragma: "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// Returns text for users and logs.
    static func text(_ text: String, status: HTTPResponse.Status = .ok, type: String = "text/plain; charset=utf-8") -> Response {
        .uncached(text.utf8, type: type, status: status)
    }

    /// Returns a page. It loads nothing from other hosts, and runs no script unless `policy` allows it.
    ///
    /// The policy has no `form-action`, because browsers apply it to redirects after a form, and the sheet's last form leads to the
    /// app.
    static func page(
        _ document: HTMLDocument, status: HTTPResponse.Status = .ok, policy: String = pagePolicy, referrer: String = "same-origin"
    ) -> Response {
        .uncached(
            document.bytes, type: "text/html; charset=utf-8", status: status,
            headers: [
                .contentLanguage: document.lang, .vary: "Accept-Language", .pragma: "no-cache", .contentSecurityPolicy: policy,
                .referrerPolicy: referrer,
            ])
    }

    /// Redirects the browser to another page of the emulator with GET.
    static func seeOther(_ path: LocalPath) -> Response {
        Response(status: .seeOther, headers: [.location: path.text, .cacheControl: "no-store"])
    }

    static let pagePolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// The policy of the console's pages, whose script is a file of the emulator.
    static let policyWithScript = "\(pagePolicy); script-src 'self'; connect-src 'self'"
}

extension HTTPField.Name {
    static let pragma = literal("Pragma")
}
