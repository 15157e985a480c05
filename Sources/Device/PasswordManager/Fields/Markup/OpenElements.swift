/// The elements that are open at a place of a reduced page; at least those that the tree builder has open, by and large.
///
/// Where it is not sure that an end tag closes something, it takes it that it does not, so that ``depth`` is rather too large. A test
/// holds it against the tree builder's real depth over random tags.
struct OpenElements {
    private var names: [String] = []
    private var counts: [String: Int] = [:]

    /// How many are open.
    var depth: Int { names.count }

    /// Whether one of the name is open.
    func holds(_ name: String) -> Bool { counts[name, default: 0] > 0 }

    /// Opens an element, after closing what ends where it begins.
    mutating func open(_ name: String) {
        if let last = names.last, ElementName.closesItself.contains(name) {
            let isSameKind = last == name || Self.siblings.contains { $0.contains(last) && $0.contains(name) }
            if isSameKind {
                removeLast(1)
            } else if name == "tr", last == "td" || last == "th", names.dropLast().last == "tr" {
                removeLast(2)
            }
        }
        names.append(name)
        counts[name, default: 0] += 1
    }

    /// Closes the nearest element of the name and all that was opened in it, where the standard is sure to do so.
    mutating func close(_ name: String) {
        let passed = name == "span" || name == "label" ? Self.passedBySpan : Self.passedByBlock
        for offset in 1...max(names.count, 1) where offset <= names.count {
            let open = names[names.count - offset]
            if open == name { return removeLast(offset) }
            let isTable = name == "table" || Self.tableParts.contains(name)
            guard passed.contains(open) || isTable && open != "table" else { return }
        }
    }

    private mutating func removeLast(_ count: Int) {
        for name in names.suffix(count) { counts[name, default: 1] -= 1 }
        names.removeLast(count)
    }

    private static let siblings: [Set<String>] = [["td", "th"], ["dt", "dd"], ["tbody", "thead", "tfoot"]]
    private static let tableParts: Set<String> = ["caption", "tbody", "thead", "tfoot", "tr", "td", "th"]
    private static let passedBySpan: Set<String> = ["span", "label"]
    private static let passedByBlock: Set<String> = [
        "span", "label", "p", "li", "dd", "dt", "div", "ul", "ol", "dl", "section", "article", "main", "header", "footer", "nav",
        "aside",
        "fieldset", "legend", "h1", "h2", "h3", "h4", "h5", "h6", "form",
    ]
}
