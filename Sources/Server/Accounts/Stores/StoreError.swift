/// Why a store failed. The codes are for the log and for tests; outside, all of them are "try again later".
package struct StoreError: Error, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// It could not be opened or reached.
        case unavailable
        /// The medium is full.
        case full
        /// What is stored contradicts the schema or itself.
        case corrupt
        /// The schema is newer than this program.
        case newerSchema
        /// The connection went while the change was being committed: it may have happened.
        case outcomeUnknown
        /// Anything else the engine reports.
        case failed
    }

    package let code: Code
    package let reason: String
    package let file: String
    package let line: Int

    package init(_ code: Code, reason: String, file: String = #fileID, line: Int = #line) {
        self.code = code
        self.reason = reason
        self.file = file
        self.line = line
    }

    package var description: String { "store \(code): \(reason) (\(file):\(line))" }
}
