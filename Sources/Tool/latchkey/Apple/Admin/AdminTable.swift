import JSONText

/// Records of an answer as lines of text: one record a line, columns of equal width, `-` where a value is missing.
struct AdminTable {
    let rows: [[String]]

    /// - Parameters:
    ///   - records: an array of objects.
    ///   - columns: the names of their members, in order.
    init(_ records: JSONValue?, _ columns: [String]) {
        rows = (records?.array ?? []).map { record in columns.map { Self.cell(record[$0]) } }
    }

    /// The lines.
    var lines: [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { index, cell in index == count - 1 ? cell : cell.padded(to: widths[index] + 2) }
            return cells.joined()
        }
    }

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

extension AppleEmulatorOptions {
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
        let terminal = Terminal()
        if json {
            if let answer { terminal.result(answer) }
        } else {
            lines().forEach { terminal.result($0) }
        }
    }
}

/// The members of a request that have a value.
func adminBody(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
}
