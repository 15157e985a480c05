import Logging

/// Writes each event as a line of text on standard error, as swift-log's own handler does.
///
/// That one spells out all its metadata whenever one of them is set, which is with each request, and few requests write a line. This keeps
/// them as they are until there is one.
struct TextLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    private var lines: StreamLogHandler

    init(label: String) { lines = .standardError(label: label) }

    var logLevel: Logger.Level {
        get { lines.logLevel }
        set { lines.logLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.metadata = metadata.merging(event.metadata ?? [:]) { _, own in own }
        lines.log(event: event)
    }
}
