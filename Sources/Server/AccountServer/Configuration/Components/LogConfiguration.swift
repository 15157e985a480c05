package import Logging

/// What is logged, and how.
package struct LogConfiguration: Hashable, Sendable {
    /// How a line looks.
    package enum Format: String, CaseIterable, Hashable, Sendable {
        /// For people.
        case text
        /// One JSON object a line, for programs.
        case json
    }

    package var level: Logger.Level = .info
    package var format: Format = .text

    package init() {}
}
