/// The elements that are open at a place of a reduced page; at least those that the tree builder has open, by and large.
///
/// Where it is not sure that an end tag closes something, it takes it that it does not, so that ``depth`` is rather too large. A test
/// holds it against the tree builder's real depth over random tags.
///
/// No tag is looked for among all that are open: a page may have half a million end tags, and each a thousand elements above it.
struct OpenElements {
    private var names: [String] = []
    /// Where those of each name stand, the outermost first.
    private var places: [String: [Int]] = [:]
    /// Where those stand that an end tag does not reach beyond, the outermost first: one of a span or label, of a block, of a part of a table.
    private var spanWalls: [Int] = []
    private var blockWalls: [Int] = []
    private var tableWalls: [Int] = []
    /// The elements opened and closed.
    private(set) var work = WorkMeter()

    /// How many are open.
    var depth: Int { names.count }

    /// Whether one of the name is open.
    func holds(_ name: String) -> Bool { places[name]?.isEmpty == false }

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
        let place = names.count
        work.add(1)
        names.append(name)
        places[name, default: []].append(place)
        if !Self.passedBySpan.contains(name) { spanWalls.append(place) }
        if !Self.passedByBlock.contains(name) { blockWalls.append(place) }
        if name == "table" { tableWalls.append(place) }
    }

    /// Closes the nearest element of the name and all that was opened in it, where the standard is sure to do so.
    mutating func close(_ name: String) {
        guard let place = places[name]?.last else { return }
        let wall =
            if Self.tableParts.contains(name) || name == "table" {
                tableWalls.last
            } else if Self.passedBySpan.contains(name) {
                spanWalls.last
            } else {
                blockWalls.last
            }
        if let wall, wall > place { return }
        removeLast(names.count - place)
    }

    private mutating func removeLast(_ count: Int) {
        work.add(count)
        for name in names.suffix(count) { places[name]?.removeLast() }
        names.removeLast(count)
        while let wall = spanWalls.last, wall >= names.count { spanWalls.removeLast() }
        while let wall = blockWalls.last, wall >= names.count { blockWalls.removeLast() }
        while let wall = tableWalls.last, wall >= names.count { tableWalls.removeLast() }
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

/// The elements that the reduced page keeps, and what becomes of the others.
enum ElementName {
    /// How an element is carried over.
    enum Treatment {
        /// Under its own name.
        case kept
        /// A field: an element that holds no others.
        case field
        /// As a `span`: it means nothing to a form, but may be hidden or have an id.
        case plain
        /// Its tags are left out, what it holds stays. Elements of format among them, because the tree builder opens those again and again.
        case dropped
        /// It and its text are left out, up to its end tag.
        case skipped
        /// Its text holds no tags.
        case text
    }

    /// What becomes of an element of this name in lower case.
    static func treatment(of name: String) -> Treatment {
        treatments[name] ?? .plain
    }

    /// Elements that end where one like them begins, so that nobody needs to close them.
    static let closesItself: Set<String> = ["p", "li", "dd", "dt", "tr", "td", "th", "tbody", "thead", "tfoot"]

    private static let treatments: [String: Treatment] = {
        let groups: [(Treatment, String)] = [
            (
                .kept,
                "form label legend fieldset button h1 h2 h3 h4 h5 h6 p div section article main header footer nav aside ul ol li dl dt dd "
                    + "table caption thead tbody tfoot tr td th select"
            ),
            (.field, "input"),
            (
                .dropped,
                "html head body b big code em font i nobr s small strike strong tt u br hr img image wbr area base basefont bgsound link "
                    + "meta param source track embed frame frameset keygen col colgroup option optgroup datalist path g circle rect line "
                    + "polygon polyline use defs ellipse stop"
            ),
            (.skipped, "script style xmp iframe noembed noframes noscript"),
            (.text, "title textarea"),
        ]
        return Dictionary(groups.flatMap { treatment, names in names.split(separator: " ").map { (String($0), treatment) } }) {
            first, _ in
            first
        }
    }()
}
