import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

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
    /// - Throws: ``EmulatorRefusal`` where the body is not declared JSON, too large, or not of this form.
    static func read<Input: AdminInput>(_ type: Input.Type = Input.self, from request: Request) async throws -> Input {
        let data = try await data(of: request)
        do {
            let names = try decoder.decode([String: Anything].self, from: data).keys
            if let unknown = names.sorted().first(where: { !Input.members.contains($0) }) {
                throw EmulatorRefusal(
                    .malformed, "the member \(unknown) is not known here; there are \(Input.members.joined(separator: ", "))")
            }
            return try decoder.decode(Input.self, from: data)
        } catch let error as DecodingError {
            throw EmulatorRefusal(.malformed, error.words)
        }
    }

    static func data(of request: Request) async throws -> Data {
        // A page elsewhere can send forms and plain text without asking, but no JSON.
        guard request.headers[.contentType]?.lowercased().split(separator: ";").first == "application/json" else {
            throw EmulatorRefusal(.malformed, "the body must be application/json")
        }
        do {
            let buffer = try await request.body.collect(upTo: limit)
            return Data(buffer.readableBytesView)
        } catch is NIOTooManyBytesError {
            throw EmulatorRefusal(.malformed, "the body has more than \(limit) bytes")
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
