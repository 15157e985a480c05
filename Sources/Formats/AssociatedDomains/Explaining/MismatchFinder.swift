/// Finds out why a component does not match.
struct MismatchFinder {
    let component: LinkComponent
    let compiled: CompiledComponent
    let texts: LinkTexts

    /// The first part that fails, in the order in which they are compared; nil where the component matches.
    func mismatch() -> LinkMismatch? {
        let view = compiled.view
        if let pattern = compiled.path, let written = component.path?.value {
            let text = texts.path(view)
            if let found = compare(pattern, written, text, .path, raw: texts.url.path) { return found }
        }
        if let pattern = compiled.fragment, let written = component.fragment?.value {
            if let found = compare(pattern, written, texts.fragment(view), .fragment, raw: texts.url.fragment) { return found }
        }
        if let pattern = compiled.query, case .whole(let written)? = component.query?.value {
            if let found = compare(pattern, written, texts.query(view), .query, raw: texts.url.query) { return found }
        }
        guard case .items(let items)? = component.query?.value else { return nil }
        for (item, written) in zip(compiled.items, items) where !item.pattern.isWildcard {
            if let found = compare(item, written) { return found }
        }
        return nil
    }

    private func compare(_ item: CompiledComponent.Item, _ written: LinkComponent.Item) -> LinkMismatch? {
        let present = texts.items(compiled.view).filter { $0.name == item.name }
        let part = LinkMismatch.Part.item(written.name.value)
        guard !present.isEmpty else {
            return compare(item.pattern, written.pattern.value, CompiledComponent.emptyText, part, raw: nil)
        }
        for other in present {
            let raw = other.value.map { Self.string($0.units) }
            let found = compare(item.pattern, written.pattern.value, other.value, part, raw: raw)
            if let found { return found }
        }
        return nil
    }

    private func compare(
        _ pattern: URLPattern, _ written: String, _ text: PatternText?, _ part: LinkMismatch.Part, raw: String?
    ) -> LinkMismatch? {
        guard let text else {
            return LinkMismatch(
                part: part, pattern: written, text: nil, character: 1,
                reason: "\(Self.name(part)) cannot be decoded: its percent escapes are not UTF-8.")
        }
        guard let failure = pattern.failure(in: text) else { return nil }
        let shown = raw == nil ? nil : compiled.view.isDecoded ? PercentEscapes.decoded(raw ?? "") : raw
        let character = failure.position + text.leading + 1
        return LinkMismatch(
            part: part, pattern: written, text: shown, character: character,
            reason: MismatchWords(
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
