import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// Where the admin interface's routes are gathered: the methods, the access rule and the form of answers are the same for all.
struct AdminRoutes {
    let server: EmulatorServer
    let router: Router<EmulatorContext>

    typealias Work = @Sendable (EmulatorServer, AdminRequest) async throws -> any Encodable & Sendable

    /// An operation. What it returns is the body; ``NoContent`` is none.
    func on(_ method: HTTPRequest.Method, _ path: String, _ work: @escaping Work) {
        router.on(RouterPath("/emulator" + path), method: method) { [server] request, context in
            do {
                try server.requireOperator(request, context)
                let result = try await work(server, AdminRequest(request: request, context: context))
                if method != .get { server.notifications.wake() }
                if result is NoContent { return Response(status: .noContent, headers: [.cacheControl: "no-store"]) }
                return .adminJSON(try AdminJSON.bytes(result), status: method == .post && result is Made ? .created : .ok)
            } catch let refusal as EmulatorError {
                return .refused(refusal.code.status, code: refusal.code.rawValue, refusal.reason)
            } catch let refusal as ForeignRequest {
                return .refused(.forbidden, code: "forbidden", refusal.reason)
            } catch let refusal as NativeRefusal {
                return .refused(.conflict, code: refusal.rawValue, refusal.words)
            } catch let refusal as DeviceSignInRefusal {
                return .refused(.conflict, code: refusal.rawValue, refusal.words)
            }
        }
    }
}

/// A request to the admin interface.
struct AdminRequest: Sendable {
    let request: Request
    let context: EmulatorContext

    /// The body as this input.
    func input<Input: AdminInput>(_ type: Input.Type = Input.self) async throws -> Input {
        try await AdminJSON.read(type, from: request)
    }

    /// The part of the path with this name, as the type that its rule makes of it.
    func path<Value: CheckedText>(_ name: String) throws -> Value {
        guard let value = context.parameters.get(name).flatMap(Value.init(rawValue:)) else {
            throw EmulatorError(.malformed, Value.rule)
        }
        return value
    }

    /// The number in the path.
    func number(_ name: String) throws -> Int {
        guard let number = context.parameters.get(name).flatMap(Int.init) else {
            throw EmulatorError(.malformed, "\(name) is a number")
        }
        return number
    }
}

/// An answer without a body.
struct NoContent: Encodable, Sendable {}

/// Something that was made: its answer is 201.
struct Made: Encodable, Sendable {
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
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes + [0x0A])))
    }

    static func refused(_ status: HTTPResponse.Status, code: String, _ message: String) -> Response {
        let body = (try? AdminJSON.bytes(["error": ["code": code, "message": message]])) ?? Array("{}".utf8)
        return adminJSON(body, status: status)
    }
}

extension NativeRefusal {
    /// What a device's log would say.
    var words: String {
        switch self {
        case .unknownClient: "no App ID has this bundle identifier"
        case .capabilityMissing:
            "the App ID lacks Sign in with Apple: latchkey apple apps sign-in APP-ID on gives it the capability"
        case .unknownAccount: "there is no such Apple account"
        case .accountLocked: "the Apple account is locked"
        case .twoFactorNotEnabled: "Sign in with Apple needs two-factor authentication"
        case .notConsented: "the person does not use the app, or no longer: what a first sign-in gives out was not asked for"
        case .unsuitableName: "a name has at most 100 bytes and no control characters"
        case .unknownAddress: "the account has no such address"
        case .oversize: "state and nonce have at most 4,096 bytes"
        case .notSigned: "the service has no key that signs"
        }
    }
}

/// What a request to the admin interface sends as JSON. Members that it does not know are refused: a misspelled one would be ignored
/// without a word.
protocol AdminInput: Decodable, Sendable {
    /// The names of all members.
    static var members: [String] { get }
}

/// JSON of the admin interface.
enum AdminJSON {
    /// The largest body, in bytes.
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

    /// The body as this input.
    ///
    /// - Throws: ``EmulatorError`` where the body is not declared JSON, too large, or not of this form.
    static func read<Input: AdminInput>(_ type: Input.Type = Input.self, from request: Request) async throws -> Input {
        let data = try await data(of: request)
        do {
            let names = try decoder.decode([String: Anything].self, from: data).keys
            if let unknown = names.sorted().first(where: { !Input.members.contains($0) }) {
                throw EmulatorError(
                    .malformed, "the member \(unknown) is not known here; there are \(Input.members.joined(separator: ", "))")
            }
            return try decoder.decode(Input.self, from: data)
        } catch let error as DecodingError {
            throw EmulatorError(.malformed, error.words)
        }
    }

    static func data(of request: Request) async throws -> Data {
        // A page elsewhere can send forms and plain text without asking, but no JSON.
        guard request.headers[.contentType]?.lowercased().split(separator: ";").first == "application/json" else {
            throw EmulatorError(.malformed, "the body must be application/json")
        }
        do {
            let buffer = try await request.body.collect(upTo: limit)
            return Data(buffer.readableBytesView)
        } catch is NIOTooManyBytesError {
            throw EmulatorError(.malformed, "the body has more than \(limit) bytes")
        }
    }

    /// Any value, which is not looked at.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }
}

extension DecodingError {
    /// What is wrong, in one sentence.
    var words: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): "\(Self.path(context.codingPath)) must not be null"
        case .typeMismatch(let type, let context): "\(Self.path(context.codingPath)) must be \(Self.name(of: type))"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "the body is no JSON"
        // What the standard library says of a closed set names a Swift type, and none of its values.
        case .dataCorrupted(let context) where context.debugDescription.hasPrefix("Cannot initialize"):
            "\(Self.path(context.codingPath)) has a value that is none of its own"
        case .dataCorrupted(let context): "\(Self.path(context.codingPath)) is not taken: \(context.debugDescription)"
        @unknown default: "the body cannot be read"
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
        default: "of another kind"
        }
    }
}

extension CheckedText {
    /// The value; a text that breaks the rule is refused with the rule.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(rawValue: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.rule)
        }
        self = value
    }
}
