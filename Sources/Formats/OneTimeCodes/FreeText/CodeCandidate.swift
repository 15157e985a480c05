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
