/// A page reduced to the parts that matter for its forms, as input for the tree builder.
///
/// Omits scripts, comments, styles, formatting elements, drawings, options, and every attribute that is not in ``attributes``.
/// These can therefore neither mislead the classification nor cost time. The remaining tags determine the maximum nesting, which
/// is checked against ``PageLimits/maximumDepth`` before the tree is built.
struct ReducedPage {
    /// The copied attributes. All other attributes are ignored.
    static let attributes: Set<String> = [
        "action", "alt", "aria-hidden", "aria-label", "aria-labelledby", "autocomplete", "checked", "class", "disabled", "for",
        "form",
        "hidden", "href", "id", "inputmode", "maxlength", "method", "minlength", "name", "passwordrules", "pattern", "placeholder",
        "readonly", "role", "style", "title", "type",
        "value", "formcontrolname", "ng-model", "data-testid",
        "data-autofill", "data-options", "data-passkey", "data-passkey-name", "data-signals", "data-with-passkeys",
        "data-without-passkeys",
    ]
    /// An attribute of fields and buttons: the number of the owning form, as defined by the standard's form element pointer.
    static let formNumber = "f"
    /// An attribute of a `span` that was a link, or that contains content outside the page.
    static let formerKind = "k"

    /// The reduced page as HTML.
    private(set) var html: [UInt8] = []
    /// The number of elements.
    private(set) var elementCount = 0
    /// The maximum number of open elements, as counted by ``OpenElements``.
    private(set) var deepest = 0
    /// The work of reading the tags.
    private(set) var tagWork = WorkMeter()
    /// The work of reducing them: the bytes written, and the elements opened and closed.
    private(set) var work = WorkMeter()

    private let page: [UInt8]
    private let limits: PageLimits
    private var openElements: OpenElements
    private var formCount = 0
    private var openForm: Int?
    private var isInSelect = false

    /// Reduces a page.
    ///
    /// - Throws: ``FormPageError`` for a page beyond the limits.
    init(_ page: [UInt8], limits: PageLimits) throws(FormPageError) {
        guard page.count <= limits.maximumBytes else { throw .tooLong }
        self.page = page
        self.limits = limits
        openElements = OpenElements()
        html.reserveCapacity(page.count / 2)
        var reader = TagReader(page)
        while let token = reader.next() {
            switch token {
            case .text(let range): if !isInSelect { writeText(range) }
            case .tag(let tag) where tag.isEnd: writeEnd(tag)
            case .tag(let tag): try writeStart(tag, &reader)
            }
        }
        tagWork = reader.work
        work.add(html.count + openElements.work.steps)
    }

    private mutating func writeStart(_ tag: TagReader.Tag, _ reader: inout TagReader) throws(FormPageError) {
        let treatment = ElementName.treatment(of: tag.name)
        if treatment == .skipped {
            _ = reader.textOfElement(tag.name)
            return
        }
        if isInSelect {
            guard ["input", "select", "textarea"].contains(tag.name) || isTablePart(tag.name) && openElements.holds("table") else {
                return
            }
            isInSelect = false
            // A second start tag of a select only ends the first one.
            if tag.name == "select" { return writeEnd("select") }
            writeEnd("select")
        }
        switch treatment {
        case .dropped:
            html.append(0x20)
        case .plain:
            guard !tag.isSelfClosing else { return }
            try open("span", tag, kind: tag.name == "a" ? "link" : isInert(tag) ? "template" : nil)
        case .kept:
            if tag.name == "form" {
                guard openForm == nil else { return }
                formCount += 1
                openForm = formCount
            }
            try open(tag.name, tag)
            isInSelect = tag.name == "select"
        case .field:
            try count(tag)
            write(tag, as: tag.name)
        case .text:
            try count(tag)
            write(tag, as: tag.name)
            let text = reader.textOfElement(tag.name)
            if tag.name == "title" { writeText(text) }
            write("</", tag.name, ">")
        case .skipped:
            break
        }
    }

    private mutating func writeEnd(_ tag: TagReader.Tag) {
        switch ElementName.treatment(of: tag.name) {
        case .kept:
            if isInSelect {
                guard tag.name == "select" || isTablePart(tag.name) && openElements.holds(tag.name) else { return }
                isInSelect = false
                if tag.name != "select" { writeEnd("select") }
            }
            if tag.name == "form" { openForm = nil }
            writeEnd(tag.name)
        case .plain: if !isInSelect { writeEnd("span") }
        case .dropped: if !isInSelect { html.append(0x20) }
        case .field, .text, .skipped: break
        }
    }

    private func isTablePart(_ name: String) -> Bool {
        ["table", "caption", "tbody", "thead", "tfoot", "tr", "td", "th"].contains(name)
    }

    /// Returns whether the content of an element is not part of the page. The content of a declarative shadow root is.
    private func isInert(_ tag: TagReader.Tag) -> Bool {
        tag.name == "template" && !tag.attributes.contains { $0.name == "shadowrootmode" }
    }

    private mutating func open(_ name: String, _ tag: TagReader.Tag, kind: String? = nil) throws(FormPageError) {
        try count(tag)
        openElements.open(name)
        deepest = max(deepest, openElements.depth)
        guard openElements.depth <= limits.maximumDepth else { throw .tooDeep(position: tag.position) }
        write(tag, as: name, kind: kind)
    }

    private mutating func count(_ tag: TagReader.Tag) throws(FormPageError) {
        elementCount += 1
        guard elementCount <= limits.maximumElements else { throw .tooManyElements(position: tag.position) }
    }

    /// Writes an end tag if an element with the name is open.
    private mutating func writeEnd(_ name: String) {
        guard openElements.holds(name) else { return }
        openElements.close(name)
        write("</", name, ">")
    }

    private mutating func write(_ tag: TagReader.Tag, as name: String, kind: String? = nil) {
        write("<", name, "")
        for attribute in tag.attributes where Self.attributes.contains(attribute.name) {
            write(" ", attribute.name, "=\"")
            for byte in page[attribute.value] where byte != 0 {
                if byte == .quote { html += "&quot;".utf8 } else { html.append(byte) }
            }
            html.append(.quote)
        }
        if let openForm, ["input", "select", "textarea", "button", "form"].contains(name) {
            write(" ", Self.formNumber, "=\"\(openForm)\"")
        }
        if let kind { write(" ", Self.formerKind, "=\"\(kind)\"") }
        html.append(.greaterThan)
    }

    private mutating func writeText(_ range: Range<Int>) {
        for byte in page[range] where byte != 0 {
            if byte == .lessThan { html += "&lt;".utf8 } else { html.append(byte) }
        }
    }

    private mutating func write(_ first: String, _ second: String, _ third: String) {
        html += first.utf8
        html += second.utf8
        html += third.utf8
    }
}
