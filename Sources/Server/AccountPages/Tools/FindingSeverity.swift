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
