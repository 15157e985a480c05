package import PasswordRules

/// The rules that new passwords are held to, and that pages and apps are told: one text in the `passwordrules` language, found fit for
/// a server.
///
/// Fit are rules that are written without a mistake, that some password satisfies, and that bound the length on both sides: at least
/// 8 (NIST SP 800-63B-4, section 3.1.1.2, where the password is not the only factor) and at most 128 may be asked for, and at least
/// 64 (same section) must be permitted.
package struct PasswordRequirements: Hashable, Sendable {
    /// The rules, with ``lengths`` as their `minlength` and `maxlength`.
    package let rules: PasswordRules

    /// In Unicode scalars after NFC.
    package let lengths: ClosedRange<Int>

    /// `allowed: unicode; minlength: 12; maxlength: 1024;`
    package static let standard = PasswordRequirements(
        rules: PasswordRules(allowed: .unicode, minLength: 12, maxLength: 1_024), lengths: 12...1_024)

    /// Reads rules. Refuses, with the place where there is one, whatever lenient readers would repair or no server should ask.
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

    /// The canonical text, the same for the page, the API and the configuration.
    package var text: String { rules.formatted() }

    /// What an operator should know of rules that are taken all the same, such as that iOS will ignore them.
    package var warnings: [PasswordRules.Diagnostic] { rules.lint().filter { $0.severity == .warning } }

    /// What `minlength` may be.
    package static let minimums = 8...128
    /// What `maxlength` may be.
    package static let maximums = 64...4_096

    private static func read(_ text: String) throws(PasswordRequirementsError) -> PasswordRules {
        do {
            return try PasswordRules(strict: text, limit: lengthLimit)
        } catch {
            guard let first = error.diagnostics.first(where: { $0.severity > .info }) else { throw .tooLong }
            throw .malformed(first)
        }
    }

    /// In bytes. The text stands in every page with a field for a new password; the longest published rules have 300.
    private static let lengthLimit = 1_024
}

/// Why rules are not fit to hold new passwords to.
package enum PasswordRequirementsError: Error, Hashable, Sendable {
    /// Over 1,024 bytes.
    case tooLong
    /// The text is not what it seems to say.
    case malformed(PasswordRules.Diagnostic)
    /// No password satisfies the rules.
    case unsatisfiable(PasswordRules.Diagnostic)
    case minimumMissing
    case maximumMissing
    case minimumOutOfRange(Int)
    case maximumOutOfRange(Int)
}

extension PasswordRequirementsError: CustomStringConvertible {
    /// The reason in one clause, with its place, counted from 1, where it has one.
    package var description: String {
        switch self {
        case .tooLong: "the rules have more than 1024 bytes"
        case .malformed(let diagnostic):
            (diagnostic.range.map { "at byte \($0.lowerBound + 1): " } ?? "") + Self.clause(diagnostic.message)
        case .unsatisfiable(let diagnostic): Self.clause(diagnostic.message)
        case .minimumMissing: "the rules have no minlength"
        case .maximumMissing: "the rules have no maxlength"
        case .minimumOutOfRange(let length):
            length < PasswordRequirements.minimums.lowerBound
                ? "minlength \(length) permits passwords that can be searched"
                : "minlength \(length) is more than people can remember"
        case .maximumOutOfRange(let length):
            length < PasswordRequirements.maximums.lowerBound
                ? "maxlength \(length) refuses long passwords" : "maxlength \(length) is more than anybody needs"
        }
    }

    /// What to write instead.
    package var remedy: String {
        switch self {
        case .tooLong: "name classes in place of single characters"
        case .malformed(let diagnostic), .unsatisfiable(let diagnostic): Self.clause(diagnostic.remedy)
        case .minimumMissing, .minimumOutOfRange: "write minlength: 12, or another one from 8 to 128"
        case .maximumMissing, .maximumOutOfRange: "write maxlength: 1024, or another one from 64 to 4096"
        }
    }

    /// A sentence as a part of another one. The names of properties, which begin some of them, are in lower case anyway.
    private static func clause(_ sentence: String) -> String {
        let text = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
