import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Traces
import WebServing

/// Registers the routes of the admin interface, which share access control and the format of responses.
struct AdminRoutes {
    let server: EmulatorServer
    let router: Router<EmulatorContext>

    typealias Work = @Sendable (EmulatorServer, AdminRequest) async throws -> any Encodable & Sendable

    /// Registers an operation. Its result is the response body; ``NoContent`` has none.
    func on(_ method: HTTPRequest.Method, _ path: String, _ work: @escaping Work) {
        router.on(RouterPath("/emulator" + path), method: method) { [server] request, context in
            do {
                try server.requireOperator(request, context)
                let result = try await work(server, AdminRequest(request: request, context: context))
                if method != .get { server.notifications.wake() }
                if result is NoContent { return Response(status: .noContent, headers: [.cacheControl: "no-store"]) }
                return .adminJSON(try AdminJSON.bytes(result), status: method == .post && result is Created ? .created : .ok)
            } catch let rejection as EmulatorError {
                return .rejected(rejection.code.status, code: rejection.code.rawValue, rejection.reason)
            } catch let rejection as ForeignRequest {
                return .rejected(.forbidden, code: "forbidden", rejection.reason)
            } catch let rejection as NativeRejection {
                return .rejected(.conflict, code: rejection.rawValue, rejection.words)
            } catch let rejection as DeviceSignInRejection {
                return .rejected(.conflict, code: rejection.rawValue, rejection.words)
            }
        }
    }
}

/// A request to the admin interface.
struct AdminRequest: Sendable {
    let request: Request
    let context: EmulatorContext

    /// Decodes the body.
    func input<Input: AdminInput>(_ type: Input.Type = Input.self) async throws -> Input {
        try await AdminJSON.read(type, from: request)
    }

    /// Returns the path parameter with this name, checked by its type.
    func path<Value: CheckedText>(_ name: String) throws -> Value {
        // The router does not decode segments.
        guard let text = context.parameters.get(name).flatMap(FormValues.unescapeSegment), let value = Value(rawValue: text) else {
            throw EmulatorError(.malformed, Value.rule)
        }
        return value
    }

    /// Returns the numeric path parameter with this name.
    func number(_ name: String) throws -> Int {
        guard let number = context.parameters.get(name).flatMap(Int.init) else {
            throw EmulatorError(.malformed, "\(name) must be a number")
        }
        return number
    }
}

/// A response without a body.
struct NoContent: Encodable, Sendable {}

/// A created object. The response status is 201.
struct Created: Encodable, Sendable {
    private let value: any Encodable & Sendable

    init(_ value: any Encodable & Sendable) {
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

extension Response {
    static func adminJSON(_ bytes: [UInt8], status: HTTPResponse.Status) -> Response {
        .uncached(bytes + [0x0A], type: "application/json", status: status)
    }

    static func rejected(_ status: HTTPResponse.Status, code: String, _ message: String) -> Response {
        let body = (try? AdminJSON.bytes(["error": ["code": code, "message": message]])) ?? Array("{}".utf8)
        return adminJSON(body, status: status)
    }
}

/// The JSON body of a request to the admin interface. Unknown members are rejected, so that a misspelled one is not ignored.
protocol AdminInput: Decodable, Sendable {
    /// The names of all members.
    static var members: [String] { get }
}

/// Reads and writes JSON of the admin interface.
enum AdminJSON {
    /// The maximum size of a body, in bytes.
    static let limit = 1 << 20

    static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return [UInt8](try encoder.encode(value))
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    /// Decodes the body of a request.
    ///
    /// - Throws: ``EmulatorError`` if the content type is not JSON, the body is too large, or it does not match the input.
    static func read<Input: AdminInput>(_ type: Input.Type = Input.self, from request: Request) async throws -> Input {
        let data = try await data(of: request)
        do {
            let names = try decoder.decode([String: IgnoredValue].self, from: data).keys
            if let unknown = names.sorted().first(where: { !Input.members.contains($0) }) {
                throw EmulatorError(
                    .malformed, "unknown member \(unknown); use one of \(Input.members.joined(separator: ", "))")
            }
            return try decoder.decode(Input.self, from: data)
        } catch let error as DecodingError {
            throw EmulatorError(.malformed, error.words)
        }
    }

    static func data(of request: Request) async throws -> Data {
        // Pages of other sites can send forms and plain text without a preflight request, but not JSON.
        guard request.headers[.contentType]?.lowercased().split(separator: ";").first == "application/json" else {
            throw EmulatorError(.malformed, "the body must be application/json")
        }
        do {
            let buffer = try await request.body.collect(upTo: limit)
            TraceSpan.current?.record(.request, MessageOutline(request.headers, body: Array(buffer.readableBytesView)))
            return Data(buffer.readableBytesView)
        } catch is NIOTooManyBytesError {
            throw EmulatorError(.malformed, "the body has more than \(limit) bytes")
        }
    }

    /// Decodes any value and ignores it.
    private struct IgnoredValue: Decodable {
        init(from decoder: any Decoder) {}
    }
}

extension DecodingError {
    /// The error message, in one phrase.
    var words: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): "\(Self.path(context.codingPath)) must not be null"
        case .typeMismatch(let type, let context): "\(Self.path(context.codingPath)) must be \(Self.name(of: type))"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "the body is not JSON"
        // For a closed set, the standard library's message names a Swift type and none of the values.
        case .dataCorrupted(let context) where context.debugDescription.hasPrefix("Cannot initialize"):
            "\(Self.path(context.codingPath)) has an unsupported value"
        case .dataCorrupted(let context): "\(Self.path(context.codingPath)) is invalid: \(context.debugDescription)"
        @unknown default: "the body is malformed"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "the body" : keys.map(\.stringValue).joined(separator: ".")
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is Int.Type, is Double.Type: "a number"
        case is [String: Any].Type: "an object"
        default: "of another type"
        }
    }
}

extension CheckedText {
    /// Decodes the value. Throws the type's rule if the text is invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(rawValue: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.rule)
        }
        self = value
    }
}
