/// The words that an app adds to a prompt. They are shown as text, beside the name that the broker itself gives the app.
package struct Presentation: Hashable, Sendable {
    /// The longest of each, in bytes.
    package static let maximumLength = 1_024

    /// Why the app asks. Empty only where no policy is evaluated and the app gave none.
    package let reason: String
    package let cancelTitle: String?
    /// Absent: the usual title. Empty: no such button.
    package let fallbackTitle: String?

    /// Gives nothing where a text is longer than `maximumLength`.
    package init?(reason: String, cancelTitle: String? = nil, fallbackTitle: String? = nil) {
        let texts = [reason, cancelTitle ?? "", fallbackTitle ?? ""]
        guard texts.allSatisfy({ $0.utf8.count <= Self.maximumLength }) else { return nil }
        self.reason = reason
        self.cancelTitle = cancelTitle
        self.fallbackTitle = fallbackTitle
    }

    private init() {
        reason = ""
        cancelTitle = nil
        fallbackTitle = nil
    }

    /// The app says nothing.
    package static let silent = Presentation()
}

extension Presentation: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        let presentation = Presentation(
            reason: try reader.text(),
            cancelTitle: try reader.optional { (reader) throws(WireError) in try reader.text() },
            fallbackTitle: try reader.optional { (reader) throws(WireError) in try reader.text() })
        self = try reader.checked(presentation, from: start)
    }

    package func write(to writer: inout WireWriter) {
        writer.text(reason)
        writer.optional(cancelTitle) { $0.text($1) }
        writer.optional(fallbackTitle) { $0.text($1) }
    }
}
