/// Determines why a component does not match.
struct MismatchFinder {
    let component: LinkComponent
    let compiled: CompiledComponent
    let texts: LinkTexts

    /// The maximum work for finding the positions at which patterns fail, for all components of a file: plain steps of a pattern
    /// times 64 characters of the text. Some thousand components with large variables need less.
    static let mostWork = 16_000_000

    /// Returns the first part that does not match, in the order of comparison. Returns nil if the component matches.
    ///
    /// - Parameter work: The work so far. Beyond ``mostWork``, the result contains the part but no position, so that an
    ///   explanation costs as little as matching.
    func mismatch(_ work: inout Int) -> LinkMismatch? {
        let view = compiled.view
        if let pattern = compiled.path, let written = component.path?.value {
            let text = texts.path(view)
            if let found = compare(pattern, written, text, .path, &work, raw: texts.url.path) { return found }
        }
        if let pattern = compiled.fragment, let written = component.fragment?.value {
            if let found = compare(pattern, written, texts.fragment(view), .fragment, &work, raw: texts.url.fragment) {
                return found
            }
        }
        if let pattern = compiled.query, case .whole(let written)? = component.query?.value {
            if let found = compare(pattern, written, texts.query(view), .query, &work, raw: texts.url.query) { return found }
        }
        guard case .items(let items)? = component.query?.value else { return nil }
        for (item, written) in zip(compiled.items, items) where !item.pattern.isWildcard {
            if let found = compare(item, written, &work) { return found }
        }
        return nil
    }

    private func compare(
        _ item: CompiledComponent.Item, _ written: LinkComponent.Item, _ work: inout Int
    ) -> LinkMismatch? {
        let part = LinkMismatch.Part.item(written.name.value)
        guard let values = texts.items(compiled.view)[item.name] else {
            return compare(item.pattern, written.pattern.value, CompiledComponent.emptyText, part, &work, raw: nil)
        }
        for value in values {
            let found = compare(item.pattern, written.pattern.value, value, part, &work, raw: value.map { Self.string($0.units) })
            if let found { return found }
        }
        return nil
    }

    private func compare(
        _ pattern: URLPattern, _ written: String, _ text: PatternText?, _ part: LinkMismatch.Part, _ work: inout Int,
        raw: @autoclosure () -> String?
    ) -> LinkMismatch? {
        guard let text else {
            return LinkMismatch(
                part: part, pattern: written, text: nil, character: 1,
                reason: "\(Self.name(part)) cannot be decoded: its percent escapes are not UTF-8.")
        }
        if pattern.matches(text) { return nil }
        work += pattern.weight * PositionSet.wordCount(text.units.count)
        guard work <= Self.mostWork else {
            return LinkMismatch(
                part: part, pattern: written, text: nil, character: 1,
                reason:
                    "\(Self.name(part)) does not match \(written.quoted). The position was not determined, because the patterns are large."
            )
        }
        let raw = raw()
        let shown = raw == nil ? nil : compiled.view.isDecoded ? PercentEscapes.decoded(raw ?? "") : raw
        let failure = pattern.failure(in: text)
        let character = failure.position + text.leading + 1
        return LinkMismatch(
            part: part, pattern: written, text: shown, character: character,
            reason: MismatchDescription(
                part: part, written: written, text: text, pattern: pattern, failure: failure, isPresent: raw != nil,
                view: compiled.view
            ).sentence)
    }

    static func name(_ part: LinkMismatch.Part) -> String {
        switch part {
        case .path: "the path"
        case .query: "the query"
        case .item(let name): "the query item \(name.quoted)"
        case .fragment: "the fragment"
        }
    }

    static func string(_ units: some Sequence<UInt32>) -> String {
        String(String.UnicodeScalarView(units.compactMap(Unicode.Scalar.init)))
    }
}

/// Describes why a pattern failed.
struct MismatchDescription {
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
        if isAfterRun { return "\(wantedShown(step)) does not occur from character \(character) on" }
        let has = foundShown.map { "character \(character) is \($0)" } ?? "the text ends after \(character - 1) characters"
        return "\(has), but the pattern requires \(wantedShown(step))"
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
            return " (the comparison is case-sensitive unless caseSensitive is false)"
        }
        if let wanted, !view.isDecoded, wanted == 0x20 || wanted >= 0x80 {
            return " (the URL is compared in encoded form unless percentEncoded is false)"
        }
        if wanted == 0x25, view.isDecoded { return " (percentEncoded is false, so the URL is decoded but the pattern is not)" }
        return ""
    }
}
