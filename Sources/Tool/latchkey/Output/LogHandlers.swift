import AccountServer
import Accounts
import Foundation
import JSONText
import Logging

extension LogConfiguration {
    /// Returns the logger of a run, which writes to standard error.
    func logger(label: String) -> Logger {
        var logger = Logger(label: label) { handler(label: $0) }
        logger.logLevel = level
        return logger
    }

    /// Returns the handler that writes to standard error in the configured format.
    func handler(label: String) -> any LogHandler {
        switch format {
        case .text: TextLogHandler(label: label)
        case .json: JSONLogHandler()
        }
    }
}

extension LogHandler {
    /// A value of the handler's metadata.
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
}

/// A log handler of `latchkey dev`: it keeps each event for the desk, and writes errors, or all events, to standard error.
struct DeskLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    private let kept: DevelopmentLog
    private var terminal: any LogHandler
    private let writesAll: Bool

    init(_ log: DevelopmentLog, terminal: any LogHandler, writesAll: Bool) {
        kept = log
        self.terminal = terminal
        self.writesAll = writesAll
        // This handler decides.
        self.terminal.logLevel = .trace
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { _, own in own }
        let details = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        kept.keep(event.level, event.message.description, details: details, at: .current)
        guard writesAll || event.level >= .error else { return }
        var event = event
        event.metadata = all
        terminal.log(event: event)
    }
}

/// A log handler that writes each event to standard error as one line of JSON: `time`, `level`, `message` and `metadata`, whose
/// keys are in alphabetical order.
struct JSONLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

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

/// A log handler that writes each event to standard error as a line of text, as swift-log's own handler does.
///
/// swift-log's handler formats all metadata whenever a value is set, which happens with each request. Few requests write a line, so
/// this handler formats the metadata only for a line.
struct TextLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    private var lines: StreamLogHandler

    init(label: String) { lines = .standardError(label: label) }

    var logLevel: Logger.Level {
        get { lines.logLevel }
        set { lines.logLevel = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.metadata = metadata.merging(event.metadata ?? [:]) { _, own in own }
        lines.log(event: event)
    }
}
