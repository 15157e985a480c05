import ArgumentParser
import Foundation
import HTTPTypes
import InternetAddresses
import JSONText
import PrivateFiles
import WebClient

/// The emulator that a command contacts, and the form of its output.
struct AppleEmulatorOptions: ParsableArguments, ResultOptions {
    static let defaultPort = 8_085

    @Option(
        help: ArgumentHelp(
            "The emulator's address; that of the running `latchkey dev` if omitted, otherwise \(Self.standard).",
            valueName: "address"))
    var at: String?

    private static let standard = "http://127.0.0.1:\(defaultPort)"

    @Option(help: ArgumentHelp("A file with the emulator's admin token, for one on another machine.", valueName: "file"))
    var adminTokenFile: String?

    @Flag(help: "Write the result as JSON.")
    var json = false

    func validate() throws {
        try DevelopmentInstance.validate(at, example: Self.standard)
    }

    /// Sends a request to the emulator. Returns the response body as JSON; nil if it is empty.
    ///
    /// - Throws: ``CommandFailure`` if no emulator responds, or it rejects the request.
    func ask(_ method: AdminMethod, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue? {
        try await LocalTransport.using { try await send(method, path, body, by: $0) }
    }

    /// Returns the address without a trailing slash.
    ///
    /// - Throws: ``CommandFailure`` if several instances of `latchkey dev` run.
    func base() throws -> String {
        try DevelopmentInstance.address(at, of: { $0.apple }, named: "emulator", orElse: Self.standard)
    }

    private func send(
        _ method: AdminMethod, _ path: String, _ body: JSONValue?, by transport: LocalTransport
    ) async throws -> JSONValue? {
        let base = try base()
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
            throw CommandFailure(.failure, "no emulator at \(base): \(error)", hint: "start one: latchkey apple serve")
        }
        let document = try? JSONText.parse(response.body, limits: JSONLimits(maximumBytes: 1 << 20)).root.value
        guard response.status.code < 400 else {
            let message =
                document?["error"]?["message"]?.string ?? document?["detail"]?.string
                ?? "the emulator responded with status \(response.status.code)"
            throw CommandFailure(response.status.code == 404 ? .negative : .usage, message.firstLowercased)
        }
        return document
    }

    /// Requests a list and writes it.
    func list(_ path: String, _ member: String, _ columns: String...) async throws {
        let answer = try await ask(.get, path)
        write(answer) { AdminTable(answer?[member], columns, hasHeader: true).lines }
    }

    /// Requests a change and writes the members of its result that `columns` names; by default nothing.
    func change(
        _ method: AdminMethod, _ path: String, _ body: JSONValue? = nil, says columns: String...
    ) async throws {
        let answer = try await ask(method, path, body)
        write(answer) {
            columns.isEmpty ? [] : AdminTable(answer.map { [$0] }.map(JSONValue.array), columns, hasHeader: false).lines
        }
    }

    /// Writes a response: unchanged with `--json`, otherwise as lines.
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

/// Records of a response as lines of text: one record a line, columns of equal width, `-` for a missing value.
struct AdminTable {
    let lines: [String]

    /// - Parameters:
    ///   - records: an array of objects.
    ///   - columns: the names of their members, in order.
    ///   - hasHeader: whether a header precedes the records.
    init(_ records: JSONValue?, _ columns: [String], hasHeader: Bool) {
        let header = columns.map { $0.replacing(/([a-z])([A-Z])/) { "\($0.1)-\($0.2)" }.uppercased() }
        let rows = (records?.array ?? []).map { record in columns.map { Self.cell(record[$0]) } }
        lines = TextTable(hasHeader ? header : [], rows).lines
    }

    /// Returns a value as the text of a cell. Removes control characters, so that a response cannot move the cursor.
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

/// Returns the members of a request that have a value.
func adminBody(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
}

/// The token of the emulator's admin interface. It comes from a file, so that a list of processes does not show it.
enum AdminToken {
    /// Returns the first line of a file.
    static func read(_ path: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path),
            let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first, !line.isEmpty
        else { throw CommandFailure(.usage, "\(path) contains no token") }
        return String(line)
    }
}

extension PrivateFile {
    /// Writes a new file. Throws a ``CommandFailure`` if the file exists, because it may be the only copy of a key.
    static func write(_ text: String, to path: String) throws {
        try requireAbsent(path)
        do throws(Failure) {
            try create(path, with: text.utf8)
        } catch {
            throw CommandFailure(.failure, "\(error)", hint: "check the permissions of the folder")
        }
    }

    /// Throws a ``CommandFailure`` if the path exists.
    static func requireAbsent(_ path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(.usage, "\(path) already exists", hint: "name another file, or move this one away")
        }
    }
}

extension String {
    /// This text as one segment of a path (RFC 3986 section 3.3). Dots alone lose their special meaning.
    var pathSegment: String {
        self == "." || self == ".." || isEmpty ? "~" : PercentEncoding.encode(self)
    }
}
