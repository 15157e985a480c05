/// The parts of one URL in all the ways in which components look at them, each made when first asked for.
final class LinkTexts {
    let url: LinkURL
    private var paths: [PatternText??] = Array(repeating: nil, count: TextView.count)
    private var queries: [PatternText??] = Array(repeating: nil, count: TextView.count)
    private var fragments: [PatternText??] = Array(repeating: nil, count: TextView.count)
    private var items: [[[UInt32]: [PatternText?]]?] = Array(repeating: nil, count: TextView.count)

    init(_ url: LinkURL) {
        self.url = url
    }

    /// The path; nil where it is to be decoded and cannot be. So with the other parts.
    func path(_ view: TextView) -> PatternText? {
        if let known = paths[view.index] { return known }
        let text = PatternText(url.path, view: view, isPath: true)
        paths[view.index] = .some(text)
        return text
    }

    /// The query; without one, the empty text.
    func query(_ view: TextView) -> PatternText? {
        if let known = queries[view.index] { return known }
        let text = PatternText(url.query ?? "", view: view)
        queries[view.index] = .some(text)
        return text
    }

    /// The fragment; without one, the empty text.
    func fragment(_ view: TextView) -> PatternText? {
        if let known = fragments[view.index] { return known }
        let text = PatternText(url.fragment ?? "", view: view)
        fragments[view.index] = .some(text)
        return text
    }

    /// The values of the items of the query, in order, by their names; a value is nil where it is to be decoded and cannot be.
    func items(_ view: TextView) -> [[UInt32]: [PatternText?]] {
        if let known = items[view.index] { return known }
        let parts = (url.query ?? "").split(separator: "&", omittingEmptySubsequences: false)
        let made = Dictionary(grouping: parts.map { LinkQueryItem($0, view: view) }, by: \.name).mapValues { $0.map(\.value) }
        items[view.index] = made
        return made
    }
}

/// A `name=value` of a query; without `=`, of an empty value.
private struct LinkQueryItem {
    /// The name; never folded: names are compared exactly.
    let name: [UInt32]
    let value: PatternText?

    init(_ item: Substring, view: TextView) {
        let equals = item.firstIndex(of: "=")
        let rawName = String(item[..<(equals ?? item.endIndex)])
        name = PatternText.units(view.isDecoded ? PercentEscapes.decoded(rawName) ?? rawName : rawName, isFolded: false)
        value = PatternText(equals.map { String(item[item.index(after: $0)...]) } ?? "", view: view)
    }
}
