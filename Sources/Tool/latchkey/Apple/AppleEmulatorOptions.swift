import ArgumentParser
import Foundation
import HTTPTypes
import InternetAddresses
import JSONText
import PrivateFiles
import WebClient

/// Which emulator a command speaks to, and how it writes the answer.
struct AppleEmulatorOptions: ParsableArguments, ResultOptions {
    static let defaultPort = 8_085

    @Option(help: ArgumentHelp("The emulator's address.", valueName: "address"))
    var at = "http://127.0.0.1:\(defaultPort)"

    @Option(help: ArgumentHelp("A file with the emulator's admin token, for one on another machine.", valueName: "file"))
    var adminTokenFile: String?

    @Flag(help: "Write the answer as JSON.")
    var json = false

    func validate() throws {
        guard (try? WebURL(base)) != nil else { throw ValidationError("--at takes an address such as http://127.0.0.1:8085") }
    }

    /// Asks the emulator, and returns what it answers; nil for an answer without a body.
    ///
    /// - Throws: ``CommandFailure`` where there is no emulator, or where it refuses.
    func ask(_ method: AdminMethod, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue? {
        try await LocalTransport.using { try await send(method, path, body, by: $0) }
    }

    /// The address without a slash at its end.
    var base: String { at.hasSuffix("/") ? String(at.dropLast()) : at }

    private func send(
        _ method: AdminMethod, _ path: String, _ body: JSONValue?, by transport: LocalTransport
    ) async throws -> JSONValue? {
        var request = WebRequest(method.onTheWire, try WebURL(base + "/emulator" + path))
        if let body {
            request.headers[.contentType] = "application/json"
            request.body = body.bytes()
        }
        if let adminTokenFile { request.headers[.authorization] = "Bearer " + (try AdminToken.read(adminTokenFile)) }
        let response: WebResponse
        do throws(WebClientError) {
            response = try await transport.send(request)
        } catch {
            throw CommandFailure(.failure, "no emulator answers at \(base): \(error)", hint: "start one: latchkey apple serve")
        }
        let document = try? JSONText.parse(response.body, limits: JSONLimits(maximumBytes: 1 << 20)).root.value
        guard response.status.code < 400 else {
            let message =
                document?["error"]?["message"]?.string ?? document?["detail"]?.string
                ?? "the emulator answers \(response.status.code)"
            throw CommandFailure(response.status.code == 404 ? .negative : .usage, message.firstLowercased)
        }
        return document
    }

    /// Asks for a list and writes it.
    func list(_ path: String, _ member: String, _ columns: String...) async throws {
        let answer = try await ask(.get, path)
        write(answer) { AdminTable(answer?[member], columns).lines }
    }

    /// Asks for something to be done and writes what was made of it; by default nothing but that it was done.
    func change(
        _ method: AdminMethod, _ path: String, _ body: JSONValue? = nil, says columns: String...
    ) async throws {
        let answer = try await ask(method, path, body)
        write(answer) { columns.isEmpty ? [] : AdminTable(answer.map { [$0] }.map(JSONValue.array), columns).lines }
    }

    /// Writes an answer: as it came with `--json`, else as lines.
    func write(_ answer: JSONValue?, _ lines: () -> [String]) {
        if json, answer == nil { return }
        write(answer ?? .null, lines: lines())
    }
}

/// The methods of the admin interface.
enum AdminMethod {
    case get, post, put, patch, delete

    fileprivate var onTheWire: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        }
    }
}

extension String {
    fileprivate var firstLowercased: String { prefix(1).lowercased() + dropFirst() }
}

/// Records of an answer as lines of text: one record a line, columns of equal width, `-` where a value is missing.
struct AdminTable {
    private let rows: [[String]]

    /// - Parameters:
    ///   - records: an array of objects.
    ///   - columns: the names of their members, in order.
    init(_ records: JSONValue?, _ columns: [String]) {
        rows = (records?.array ?? []).map { record in columns.map { Self.cell(record[$0]) } }
    }

    var lines: [String] { TextTable(rows).lines }

    /// A value in one cell. Control characters are left out, so that no answer can move the cursor.
    private static func cell(_ value: JSONValue?) -> String {
        guard let value else { return "-" }
        let text =
            switch value.kind {
            case .null: "-"
            case .string: value.string ?? "-"
            case .array: (value.array ?? []).map { cell($0) }.joined(separator: " ")
            case .boolean, .number, .object: value.text()
            }
        let shown = String(text.unicodeScalars.filter { $0.properties.generalCategory != .control }.map(Character.init))
        return shown.isEmpty ? "-" : shown
    }
}

/// The members of a request that have a value.
func adminBody(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
}

/// The token of the emulator's admin interface, from a file so that no list of processes shows it.
enum AdminToken {
    /// The first line of a file.
    static func read(_ path: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path),
            let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first, !line.isEmpty
        else { throw CommandFailure(.usage, "\(path) holds no token") }
        return String(line)
    }
}

extension PrivateFile {
    /// Writes a new file; one that is there already is refused, since it may be the only copy of a key.
    static func write(_ text: String, to path: String) throws {
        try requireAbsent(path)
        do throws(Failure) {
            try create(path, with: text.utf8)
        } catch {
            throw CommandFailure(.failure, "\(error)", hint: "check who may write to the folder")
        }
    }

    /// Refuses a path at which there is something already.
    static func requireAbsent(_ path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(.usage, "\(path) is there already", hint: "name another file, or move this one away")
        }
    }
}

extension String {
    /// This text as one segment of a path (RFC 3986 section 3.3); dots alone get none of their meaning.
    var pathSegment: String {
        self == "." || self == ".." || isEmpty ? "~" : PercentEncoding.encode(self)
    }
}
