import Markup

/// A piece of a text, marked if it has a finding. An empty piece marks a position between two characters.
package struct MarkedPiece: Sendable, Hashable {
    package let text: String
    /// The highest severity of its findings; nil if it has none.
    package let severity: FindingSeverity?

    package init(_ text: String, _ severity: FindingSeverity? = nil) {
        self.text = text
        self.severity = severity
    }
}

extension MarkedPiece {
    /// The text inside its mark; for an empty piece only the mark.
    var html: HTML {
        guard let severity else { return HTML(text) }
        return mark(.class(text.isEmpty ? "\(severity.rawValue) place" : severity.rawValue)) { text }
    }
}

/// The severity of a finding.
package enum FindingSeverity: String, Sendable, Hashable, CaseIterable {
    case info, warning, error

    /// The label of a finding.
    var label: String {
        switch self {
        case .info: "Note"
        case .warning: "Warning"
        case .error: "Error"
        }
    }
}
