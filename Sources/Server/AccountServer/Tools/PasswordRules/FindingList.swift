import AccountPages
import Accounts
import PasswordRules

/// The findings in a text of rules, and the text with marks. If there are too many findings, only the most severe are shown.
struct FindingList {
    let listed: [RulesFinding]
    /// The number of findings that are not shown.
    let hidden: Int
    /// The text in pieces, with the shown findings marked.
    let marked: [MarkedPiece]

    static let limit = 40

    init(_ text: String, _ diagnostics: [PasswordRules.Diagnostic]) {
        let kept = Self.gravest(of: diagnostics)
        let scalars = Array(text.unicodeScalars)
        var starts: [Int] = []
        var offset = 0
        for scalar in scalars {
            starts.append(offset)
            offset += scalar.utf8.count
        }
        listed = kept.map { RulesFinding($0, scalars, starts) }
        hidden = diagnostics.count - kept.count
        marked = Self.pieces(of: scalars, starts, kept)
    }

    private static func gravest(of diagnostics: [PasswordRules.Diagnostic]) -> [PasswordRules.Diagnostic] {
        guard diagnostics.count > limit else { return diagnostics }
        let order = diagnostics.indices.sorted { (diagnostics[$1].severity, $0) < (diagnostics[$0].severity, $1) }
        return order.prefix(limit).sorted().map { diagnostics[$0] }
    }

    private static func pieces(
        of scalars: [Unicode.Scalar], _ starts: [Int], _ diagnostics: [PasswordRules.Diagnostic]
    ) -> [MarkedPiece] {
        var severities = [FindingSeverity?](repeating: nil, count: scalars.count)
        // The severities at positions, by the index of the next scalar.
        var places: [Int: FindingSeverity] = [:]
        for diagnostic in diagnostics {
            guard let range = diagnostic.range?.scalars(starts) else { continue }
            let severity = FindingSeverity(diagnostic.severity)
            if range.isEmpty { places[range.lowerBound] = severity.graver(than: places[range.lowerBound]) }
            for index in range { severities[index] = severity.graver(than: severities[index]) }
        }
        var pieces: [MarkedPiece] = []
        var piece = String.UnicodeScalarView()
        for index in 0...scalars.count {
            let isEnd = index == scalars.count
            if index > 0, isEnd || severities[index] != severities[index - 1] || places[index] != nil {
                pieces.append(MarkedPiece(String(piece), severities[index - 1]))
                piece = String.UnicodeScalarView()
            }
            if let severity = places[index] { pieces.append(MarkedPiece("", severity)) }
            if !isEnd { piece.append(scalars[index]) }
        }
        return pieces
    }
}

extension RulesFinding {
    /// Creates a finding that concerns the rules as a whole.
    init(_ diagnostic: PasswordRules.Diagnostic) { self.init(diagnostic, [], []) }

    fileprivate init(_ diagnostic: PasswordRules.Diagnostic, _ scalars: [Unicode.Scalar], _ starts: [Int]) {
        let range = diagnostic.range?.scalars(starts)
        self.init(
            severity: FindingSeverity(diagnostic.severity), code: diagnostic.code.rawValue, message: diagnostic.message,
            remedy: diagnostic.remedy, excerpt: range.flatMap { Self.excerpt(scalars[$0]) },
            position: range.map { $0.lowerBound + 1 })
    }

    /// Returns the marked text in visible form, truncated; nil if it has no visible character.
    private static func excerpt(_ scalars: ArraySlice<Unicode.Scalar>) -> String? {
        let shown = scalars.prefix(longestExcerpt).map { $0 == "\n" || $0 == "\t" ? " " : $0.isShown ? $0 : "\u{FFFD}" }
        let text = String(String.UnicodeScalarView(shown))
        guard text.contains(where: { $0 != " " }) else { return nil }
        return text + (scalars.count > longestExcerpt ? "…" : "")
    }

    private static let longestExcerpt = 40
}

extension FindingSeverity {
    init(_ severity: PasswordRules.Diagnostic.Severity) {
        switch severity {
        case .info: self = .info
        case .warning: self = .warning
        case .error: self = .error
        }
    }

    fileprivate func graver(than other: FindingSeverity?) -> FindingSeverity {
        let order = Self.allCases
        guard let other, let own = order.firstIndex(of: self), let others = order.firstIndex(of: other) else { return self }
        return own < others ? other : self
    }
}

extension Range<Int> {
    /// Converts this range of UTF-8 bytes to a range of scalars, whose first bytes are at `starts`. The result has every scalar
    /// that the range touches.
    fileprivate func scalars(_ starts: [Int]) -> Range<Int> {
        let first = starts.firstIndex { $0 >= lowerBound } ?? starts.count
        let begin = first < starts.count && starts[first] == lowerBound || isEmpty ? first : Swift.max(0, first - 1)
        let end = starts.firstIndex { $0 >= upperBound } ?? starts.count
        return begin..<Swift.max(begin, end)
    }
}
