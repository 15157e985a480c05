/// A one-time code found in human-readable text, as a system keyboard would offer it.
///
/// A code has four to eight digits, or five to eight ASCII letters and digits, and is close to a word such as "code" in one of
/// some twenty languages. A message may also consist of the code alone. Dates, years, prices, phone numbers, times, amounts with
/// a unit, and numbers of orders, cards and flights are not codes.
///
/// The result is a heuristic and can be wrong. A site that binds its messages to its domain (``DomainBoundCode``) does not depend
/// on it.
public struct FreeTextCode: Sendable, Hashable {
    /// The code to enter: without the prefix of its sender (`G-123456`), spaces between groups, and accents.
    ///
    /// The code has four to eight ASCII letters and digits, and the hyphens of the message (`X7K2-99`). Hyphens are removed if the
    /// code would otherwise have more than eight characters (`23-456ETR` gives `23456ETR`).
    public let code: String

    /// The code as written in the message.
    public let written: String

    /// The position of the code, in Unicode scalars of the message.
    public let range: Range<Int>

    /// The maximum number of Unicode scalars of a message that are examined.
    public static let longestMessage = 4_096

    /// The maximum length of a code in characters.
    public static let longestCode = 8

    /// Finds the code of a message. Returns nil if none exists.
    public init?(message: String) {
        let text = MessageText(message)
        let candidates = CandidateScanner(text).candidates.filter { NumberExclusion(text).isPlausible($0) }
        guard !candidates.isEmpty else { return nil }
        let judge = CandidateSelector(text)
        var best: (candidate: CodeCandidate, score: Int)?
        for candidate in candidates {
            guard let score = judge.score(candidate) else { continue }
            if best.map({ score > $0.score }) ?? true { best = (candidate, score) }
        }
        guard let best else { return nil }
        code = best.candidate.typed
        range = text.place(of: best.candidate.range)
        written = String(String.UnicodeScalarView(message.unicodeScalars.prefix(range.upperBound).dropFirst(range.lowerBound)))
    }
}

/// A run of digits and letters with the form of a code.
struct CodeCandidate {
    /// The position of the candidate.
    let range: Range<Int>

    /// The candidate as written.
    let written: String

    /// The groups of digits and letters in ASCII, without the hyphens or spaces between them.
    let groups: [String]

    /// The code to enter, at most eight characters.
    ///
    /// Equal groups of digits form one number. One to three capitals and a hyphen before digits are a prefix of the sender, which
    /// forms do not accept. Other hyphens are kept if the code does not exceed eight characters.
    var typed: String {
        if isNumber, Set(groups.map(\.utf8.count)).count == 1 { return groups.joined() }
        if groups.count == 2, (1...3).contains(groups[0].utf8.count), groups[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) }),
            groups[1].utf8.count >= 4, groups[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
        {
            return groups[1]
        }
        let parted = groups.joined(separator: "-")
        return parted.utf8.count <= FreeTextCode.longestCode ? parted : groups.joined()
    }

    /// Whether the candidate consists of digits, except for hyphens and spaces.
    var isNumber: Bool { groups.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } } }

    /// The number of digits and letters.
    var length: Int { groups.reduce(0) { $0 + $1.utf8.count } }
}
