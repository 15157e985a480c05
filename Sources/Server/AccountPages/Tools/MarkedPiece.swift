import Markup

/// A piece of a text, marked where something was found in it. An empty one marks a place between two characters.
package struct MarkedPiece: Sendable, Hashable {
    package let text: String
    /// The gravest of what was found here; nil for a piece that is in order.
    package let severity: FindingSeverity?

    package init(_ text: String, _ severity: FindingSeverity? = nil) {
        self.text = text
        self.severity = severity
    }
}

extension MarkedPiece {
    /// The text, and the mark around it; of an empty piece the mark alone.
    var html: HTML {
        guard let severity else { return HTML(text) }
        return mark(.class(text.isEmpty ? "\(severity.rawValue) place" : severity.rawValue)) { text }
    }
}

/// How bad a finding is.
package enum FindingSeverity: String, Sendable, Hashable, CaseIterable {
    case info, warning, error

    /// The word in front of a finding.
    var label: String {
        switch self {
        case .info: "Note"
        case .warning: "Warning"
        case .error: "Error"
        }
    }
}
