/// A one-time code in text for people, as a system keyboard would offer it.
///
/// A code is four to eight digits, or five to eight ASCII letters and digits, close to a word such as "code" in one of some twenty
/// languages; or all that a message holds. Dates, years, prices, phone numbers, times, amounts with a unit, and numbers of orders,
/// cards and flights are no codes. It is a recogniser and errs; a site that binds its messages to itself (``DomainBoundCode``)
/// needs none.
public struct FreeTextCode: Sendable, Hashable {
    /// The code as it is to be typed: without the mark of its sender (`G-123456`), without the gap that makes it legible, and
    /// without accents.
    ///
    /// Always four to eight ASCII characters. They are letters and digits, and where the message writes it so, hyphens between them
    /// (`X7K2-99`); hyphens that would make it longer than eight are left out (`23-456ETR` gives `23456ETR`).
    public let code: String

    /// The code as it stands in the message.
    public let written: String

    /// Where it stands, in Unicode scalars of the message.
    public let range: Range<Int>

    /// How much of a message is looked at, in Unicode scalars.
    public static let longestMessage = 4_096

    /// The longest code, in characters.
    public static let longestCode = 8

    /// The code of a message; nil where it holds none.
    public init?(message: String) {
        let text = MessageText(message)
        let candidates = CandidateScanner(text).candidates.filter { NumberSense(text).isPlausible($0) }
        guard !candidates.isEmpty else { return nil }
        let judge = CandidateJudge(text)
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

/// A run of digits and letters that has the form of a code.
struct CodeCandidate {
    /// Where it stands.
    let range: Range<Int>

    /// As it stands.
    let written: String

    /// Its groups of digits and letters in ASCII, without the hyphens or the space between them.
    let groups: [String]

    /// The code as it is to be typed: at most eight characters.
    ///
    /// Equal groups of digits are one number, parted to be read. One to three capitals and a hyphen before digits are the mark of
    /// the sender, which forms do not take. Other hyphens stay as they are written, unless they make more of it than a form takes.
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

    /// Whether it is digits alone, hyphens and space aside.
    var isNumber: Bool { groups.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } } }

    /// How many digits and letters it has.
    var length: Int { groups.reduce(0) { $0 + $1.utf8.count } }
}
