package import PasswordRules

/// The rules for new passwords, as published to pages and apps: a text in the `passwordrules` language that is suitable for a
/// server.
///
/// Suitable rules have no errors, can be satisfied, and limit the length on both sides. The minimum length must be at least 8 (NIST
/// SP 800-63B-4, section 3.1.1.2, where the password is not the only factor) and at most 128. The maximum must be at least 64 (same
/// section).
package struct PasswordRequirements: Hashable, Sendable {
    /// The rules, with ``lengths`` as their `minlength` and `maxlength`.
    package let rules: PasswordRules

    /// The permitted lengths, in Unicode scalars after NFC.
    package let lengths: ClosedRange<Int>

    /// `allowed: unicode; minlength: 12; maxlength: 1024;`
    package static let standard = PasswordRequirements(
        rules: PasswordRules(allowed: .unicode, minLength: 12, maxLength: 1_024), lengths: 12...1_024)

    /// Parses rules. Rejects rules that lenient parsers would repair and rules that a server must not require, with the position in the
    /// text if there is one.
    package init(_ text: String) throws(PasswordRequirementsError) {
        let rules = try Self.read(text)
        if let contradiction = rules.lint().first(where: { $0.severity == .error }) { throw .unsatisfiable(contradiction) }
        guard let minimum = rules.minLength?.count else { throw .minimumMissing }
        guard let maximum = rules.maxLength?.count else { throw .maximumMissing }
        guard Self.minimums.contains(minimum) else { throw .minimumOutOfRange(minimum) }
        guard Self.maximums.contains(maximum) else { throw .maximumOutOfRange(maximum) }
        self.init(rules: rules, lengths: minimum...maximum)
    }

    private init(rules: PasswordRules, lengths: ClosedRange<Int>) {
        self.rules = rules
        self.lengths = lengths
    }

    /// The canonical text, identical on the page, in the API and in the configuration.
    package var text: String { rules.formatted() }

    /// Warnings about rules that are accepted, such as rules that iOS ignores.
    package var warnings: [PasswordRules.Diagnostic] { rules.lint().filter { $0.severity == .warning } }

    /// The permitted values of `minlength`.
    package static let minimums = 8...128
    /// The permitted values of `maxlength`.
    package static let maximums = 64...4_096

    private static func read(_ text: String) throws(PasswordRequirementsError) -> PasswordRules {
        do {
            return try PasswordRules(strict: text, limit: lengthLimit)
        } catch {
            guard let first = error.diagnostics.first(where: { $0.severity > .info }) else { throw .tooLong }
            throw .malformed(first)
        }
    }

    /// The maximum length of the rules, in bytes. The text is part of every page with a field for a new password; the longest
    /// published rules have 300 bytes.
    private static let lengthLimit = 1_024
}

/// The reason why rules are not suitable for new passwords.
package enum PasswordRequirementsError: Error, Hashable, Sendable {
    /// The text has more than 1,024 bytes.
    case tooLong
    /// The text has a syntax error.
    case malformed(PasswordRules.Diagnostic)
    /// No password satisfies the rules.
    case unsatisfiable(PasswordRules.Diagnostic)
    case minimumMissing
    case maximumMissing
    case minimumOutOfRange(Int)
    case maximumOutOfRange(Int)
}

extension PasswordRequirementsError: CustomStringConvertible {
    /// The reason as a clause, with its position in bytes, counted from 1, if there is one.
    package var description: String {
        switch self {
        case .tooLong: "the rules are longer than 1024 bytes"
        case .malformed(let diagnostic):
            (diagnostic.range.map { "at byte \($0.lowerBound + 1): " } ?? "") + Self.clause(diagnostic.message)
        case .unsatisfiable(let diagnostic): Self.clause(diagnostic.message)
        case .minimumMissing: "minlength is missing"
        case .maximumMissing: "maxlength is missing"
        case .minimumOutOfRange(let length):
            length < PasswordRequirements.minimums.lowerBound
                ? "minlength \(length) permits passwords that are short enough to search exhaustively"
                : "minlength \(length) is too long to remember"
        case .maximumOutOfRange(let length):
            length < PasswordRequirements.maximums.lowerBound
                ? "maxlength \(length) rejects long passwords" : "maxlength \(length) is unnecessarily long"
        }
    }

    /// The remedy for the error.
    package var remedy: String {
        switch self {
        case .tooLong: "use character classes instead of single characters"
        case .malformed(let diagnostic), .unsatisfiable(let diagnostic): Self.clause(diagnostic.remedy)
        case .minimumMissing, .minimumOutOfRange: "set minlength to 12, or another value from 8 to 128"
        case .maximumMissing, .maximumOutOfRange: "set maxlength to 1024, or another value from 64 to 4096"
        }
    }

    /// Returns the sentence as a clause without a final period. Property names at its start are lower case anyway.
    private static func clause(_ sentence: String) -> String {
        let text = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
