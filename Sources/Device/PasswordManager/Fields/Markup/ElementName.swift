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
