/// Puts into words why a pattern gave up.
struct MismatchWords {
    let part: LinkMismatch.Part
    let written: String
    let text: PatternText
    let pattern: URLPattern
    let failure: URLPattern.Failure
    let isPresent: Bool
    let view: TextView

    var sentence: String {
        let name = MismatchFinder.name(part)
        let absence = isPresent ? "" : ", which is missing and counts as empty,"
        return "\(name)\(absence) does not match \(written.quoted): \(place)\(hint)."
    }

    private var character: Int { failure.position + text.leading + 1 }

    private var found: UInt32? { failure.position < text.units.count ? text.units[failure.position] : nil }

    private var wanted: UInt32? {
        guard let step = failure.step, case .unit(let unit) = pattern.steps[step] else { return nil }
        return unit
    }

    private var place: String {
        guard let step = failure.step else {
            return "the pattern ends before character \(character)\(foundShown.map { ", " + $0 } ?? "")"
        }
        if pattern.isTooLarge { return "the pattern is too large and matches nothing" }
        if case .nothing = pattern.steps[step] { return "\(wantedShown(step)) is not defined and matches nothing" }
        let isAfterRun = step > 0 && pattern.steps[step - 1].isRun
        if isAfterRun { return "from character \(character) on nothing is \(wantedShown(step))" }
        let has = foundShown.map { "character \(character) is \($0)" } ?? "it ends after \(character - 1) characters"
        return "\(has), and the pattern wants \(wantedShown(step))"
    }

    private var foundShown: String? { found.map { MismatchFinder.string([$0]).quoted } }

    private func wantedShown(_ step: Int) -> String {
        if case .any = pattern.steps[step] { return "any character" }
        let scalars = Array(written.unicodeScalars)[pattern.ranges[step]]
        return String(String.UnicodeScalarView(scalars)).quoted
    }

    private var hint: String {
        if let wanted, let found, !view.isFolded, let left = Unicode.Scalar(wanted), let right = Unicode.Scalar(found),
            PatternText.folded(left) == PatternText.folded(right)
        {
            return " (capitals count unless caseSensitive is false)"
        }
        if let wanted, !view.isDecoded, wanted == 0x20 || wanted >= 0x80 {
            return " (the URL is compared as it is encoded unless percentEncoded is false)"
        }
        if wanted == 0x25, view.isDecoded { return " (the URL is decoded and the pattern is not, as percentEncoded is false)" }
        return ""
    }
}
