package import HTTPTypes
package import Hummingbird
import InternetAddresses
package import JSONText
import Markup
import NIOCore
import Synchronization
import WebServing

/// One route: the handler of one method and path.
package struct Route: Sendable {
    /// A handler. It returns a response or throws; every error becomes a problem document or page.
    package typealias Handler = @Sendable (IncomingRequest) async throws -> Response

    /// The method. `GET` implies `HEAD`, which no route may have.
    package let method: HTTPRequest.Method
    /// The path, such as `/v1/sessions/{id}`: literal segments of letters, digits and `-._~`, and parameters in braces.
    package let path: String
    /// The maximum size of a body in bytes; nil for the limit of the ``RequestPolicy``.
    package let bodyLimit: Int?
    /// The handler.
    package let handler: Handler

    /// Creates a route. ``RouteTable`` checks whether `path` is well-formed.
    package init(_ method: HTTPRequest.Method, _ path: String, bodyLimit: Int? = nil, handler: @escaping Handler) {
        self.method = method
        self.path = path
        self.bodyLimit = bodyLimit
        self.handler = handler
    }
}

extension Route {
    /// Returns the route of an asset whose path changes with its content, so that clients may cache it permanently.
    static func asset(_ file: some PageFile, at path: LocalPath) -> Route {
        let bytes = file.bytes
        return Route(.get, path.text) { [type = type(of: file).mediaType] _ in .asset(bytes, type: type) }
    }

    /// Returns the route of a document that never changes. It is rendered at the first request, so that the server starts sooner.
    static func document(
        at path: LocalPath, type: String, headers: HTTPFields = [:], render: @escaping @Sendable () -> [UInt8]
    ) -> Route {
        let rendered = Mutex<[UInt8]?>(nil)
        return Route(.get, path.text) { _ in
            let bytes = rendered.withLock { rendered in
                let bytes = rendered ?? render()
                rendered = bytes
                return bytes
            }
            var headers = headers
            headers[.cacheControl] = "public, max-age=300"
            return .content(bytes, type: type, headers: headers)
        }
    }
}

/// The parsed path of a route.
struct RoutePattern: Sendable {
    enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter(String)
    }

    let path: String
    let segments: [Segment]

    init(_ path: String) throws(RouteTableError) {
        self.path = path
        segments = try path == "/" ? [] : Self.segments(of: path)
    }

    /// The pattern without parameter names. Patterns with the same shape match the same paths.
    var shape: [Segment] {
        segments.map { if case .parameter = $0 { .parameter("") } else { $0 } }
    }

    private static func segments(of path: String) throws(RouteTableError) -> [Segment] {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0].isEmpty else { throw .malformedPath(path) }
        var segments: [Segment] = []
        for part in parts.dropFirst() {
            let isParameter = part.first == UInt8(ascii: "{") && part.last == UInt8(ascii: "}")
            let name = isParameter ? part.dropFirst().dropLast() : part
            guard !name.isEmpty, name.allSatisfy(\.isUnreserved) else { throw .malformedPath(path) }
            let text = String(Substring(name))
            guard isParameter || !(text == "." || text == ".."), !isParameter || !segments.contains(.parameter(text)) else {
                throw .malformedPath(path)
            }
            segments.append(isParameter ? .parameter(text) : .literal(text))
        }
        return segments
    }

    /// Returns the parameter values if `parts`, the segments of a request's path as sent, match; otherwise nil.
    ///
    /// Literals match byte by byte. The segment of a parameter is decoded; a malformed one throws 400. A segment does not match if
    /// another program could interpret its decoded value as several segments or none. Such values are an empty text, `.`, `..`, and
    /// a text with a slash, backslash or control character.
    func match(_ parts: [Substring.UTF8View]) throws(Problem) -> PathParameters? {
        guard parts.count == segments.count else { return nil }
        for case (.literal(let literal), let part) in zip(segments, parts) where !part.elementsEqual(literal.utf8) { return nil }
        var values: [(String, String)] = []
        for case (.parameter(let name), let part) in zip(segments, parts) {
            let value: String
            do throws(FormError) {
                value = try PercentEncoding.text(part, at: 0, plusIsSpace: false)
            } catch {
                throw Problem(.badRequest, detail: "In the path: \(error.words).")
            }
            let isOneSegment = value.unicodeScalars.allSatisfy {
                $0 != "/" && $0 != "\\" && $0.properties.generalCategory != .control
            }
            guard isOneSegment, !["", ".", ".."].contains(value) else { return nil }
            values.append((name, value))
        }
        return PathParameters(values)
    }
}

extension Response {
    /// Returns a response with a JSON body, `application/json`.
    package static func json(
        _ value: JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        .content(value.bytes(), type: "application/json", status: status, headers: headers)
    }

    /// Returns a response with the body `bytes` of the media type `type`.
    package static func content(
        _ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A response with status 204.
    package static var noContent: Response { Response(status: .noContent) }
}
