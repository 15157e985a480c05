import AccountServer
import Accounts
import Foundation
import JSONText
import Logging

/// Writes each event as one line of JSON on standard error: `time`, `level`, `message`, then the metadata in alphabetical order under
/// `metadata`.
struct JSONLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { _, own in own }
        let members = all.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
        let line: JSONValue = [
            "time": .string(Timestamp.current.description), "level": .string(event.level.rawValue),
            "message": .string(event.message.description), "metadata": .object(JSONObject(members)),
        ]
        try? FileHandle.standardError.write(contentsOf: Data((line.text() + "\n").utf8))
    }
}

extension Logger.MetadataValue {
    fileprivate var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .stringConvertible(let value): .string(value.description)
        case .array(let values): .array(values.map(\.json))
        case .dictionary(let values):
            .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
        }
    }
}
