/// The open elements at a position of a reduced page, an upper bound for those of the tree builder.
///
/// If it is uncertain whether an end tag closes an element, the element stays open. ``depth`` may therefore be too large, but never
/// too small. A test compares it with the tree builder's actual depth for random tags.
///
/// Lookups do not search all open elements: a page may have half a million end tags, each below a thousand elements.
struct OpenElements {
    private var names: [String] = []
    /// The positions of the elements of each name, outermost first.
    private var places: [String: [Int]] = [:]
    /// The positions of elements that stop an end tag, outermost first: of a span or label, of a block, of a part of a table.
    private var spanWalls: [Int] = []
    private var blockWalls: [Int] = []
    private var tableWalls: [Int] = []
    /// The number of elements opened and closed.
    private(set) var work = WorkMeter()

    /// The number of open elements.
    var depth: Int { names.count }

    /// Returns whether an element with the name is open.
    func holds(_ name: String) -> Bool { places[name]?.isEmpty == false }

    /// Opens an element, after closing those that it ends implicitly.
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

    /// Closes the nearest element with the name and everything in it, if the standard certainly does so.
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

/// The elements of the reduced page, and the treatment of the others.
enum ElementName {
    /// The treatment of an element in the copy.
    enum Treatment {
        /// The element is copied under its own name.
        case kept
        /// The element is copied as a field: an element without content.
        case field
        /// The element is copied as a `span`: it has no meaning for a form, but may be hidden or have an ID.
        case plain
        /// The content is copied without the tags. Applies to formatting elements, for example, which the tree builder would reopen
        /// repeatedly.
        case dropped
        /// The element is not copied, including its text up to the end tag.
        case skipped
        /// The element is copied, and its text contains no tags.
        case text
    }

    /// Returns the treatment of an element with a lower-case name.
    static func treatment(of name: String) -> Treatment {
        treatments[name] ?? .plain
    }

    /// The elements that end where a similar one begins, so that their end tag is optional.
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
