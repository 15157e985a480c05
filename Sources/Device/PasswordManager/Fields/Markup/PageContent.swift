/// The content of a page without scripts and the data of its forms: headings, texts, links, fields and buttons, in document
/// order.
///
/// A `label` is shown with its field and not repeated as text. Omits options of a `select` and the content of `noscript`.
///
/// Pages with passkeys require a script. This content replaces it by attributes. An element with `data-with-passkeys` is visible,
/// and one with `data-without-passkeys` is not. ``Form/passkey`` and ``signals`` are the script's calls of the browser.
package struct PageContent: Hashable, Sendable {
    package enum Element: Hashable, Sendable {
        case heading(String)
        case text(String)
        case link(String, address: String)
        /// The index in ``PageContent/controls``.
        case control(Int)
    }

    /// The target and method of a form.
    package struct Form: Hashable, Sendable {
        /// The `action` as written. Nil for the address of the page.
        package var action: String?
        package var isPost = false
        /// The passkey that the form needs before it is sent; nil for most forms.
        package var passkey: PasskeyCall?
        /// Whether the form also sends the text of the page's control with the ID `username` (`data-passkey-name`).
        package var takesUserName = false

        package init(
            action: String? = nil, isPost: Bool = false, passkey: PasskeyCall? = nil, takesUserName: Bool = false
        ) {
            (self.action, self.isPost, self.passkey, self.takesUserName) = (action, isPost, passkey, takesUserName)
        }
    }

    /// A form's request for a passkey. Its hidden control `credential` sends the response.
    package struct PasskeyCall: Hashable, Sendable {
        /// The method of `navigator.credentials` (`data-passkey`).
        package var method: String
        /// The options of the method, in the standard's JSON (`data-options`).
        package var options: String
        /// Whether AutoFill offers the passkeys, too (`data-autofill`).
        package var isAutoFill: Bool

        package init(method: String, options: String, isAutoFill: Bool = false) {
            (self.method, self.options, self.isAutoFill) = (method, options, isAutoFill)
        }
    }

    /// An input, a text area or a button of a form.
    package struct Control: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case text, hidden, check, radio, submit
            /// A control that is never submitted: `select`, files, colours, buttons for scripts.
            case other
        }

        package var kind: Kind
        package var id: String?
        package var name: String?
        /// The initial value, or the value that is submitted if it is chosen.
        package var value: String
        package var isOn = false
        package var isDisabled = false
        /// The index of its form in ``PageContent/forms``.
        package var form: Int
        /// The index in ``FormPage/fields``. Nil for a `button`.
        package var field: Int?
        package var minimumLength: Int?
        package var passwordRules: String?
        /// The title of a button.
        package var title = ""
    }

    /// The maximum number of elements, including controls. ``isCutOff`` is true if the page has more.
    package static let maximumElements = 400
    package static let maximumControls = 100

    /// The data for the form classifier.
    package let page: FormPage
    package let elements: [Element]
    /// The forms. The first one is for controls outside forms.
    package let forms: [Form]
    package let controls: [Control]
    /// The signals about passkeys: a JSON object with the arguments of methods of `PublicKeyCredential` (`data-signals`). Nil unless the
    /// body begins with a hidden `div` that has them, because content of users can be anywhere below.
    package let signals: String?
    package let isCutOff: Bool

    /// Parses a page.
    ///
    /// - Throws: ``FormPageError`` for a page beyond the limits.
    package init(html: [UInt8], limits: PageLimits) throws(FormPageError) {
        let reduced = try ReducedPage(html: html, limits: limits)
        var form = PageReading()
        PageTree.walk(reduced) { form.visit($0) }
        page = form.finish()
        var reading = ContentReading()
        PageTree.walk(reduced) { reading.visit($0) }
        (elements, forms, controls, isCutOff) = reading.finish()
        signals = reading.signals
    }
}

/// Builds the content from the steps of a tree walk.
private struct ContentReading {
    private enum Holder {
        case link(address: String, fallback: String?)
        case button(Int)
    }

    private struct OpenElement {
        var isHidden = false
        var isLabel = false
        var isHeading = false
        var isInline = false
        var opensHolder = false
    }

    private var elements: [PageContent.Element] = []
    private var forms = [PageContent.Form()]
    private var controls: [PageContent.Control] = []
    private(set) var signals: String?
    /// Whether the next element is the first content of the body.
    private var isAtStartOfBody = false
    private var isCutOff = false
    private var stack: [OpenElement] = []
    private var text = PageText()
    /// The link or button to which text currently belongs, and its text.
    private var holder: (Holder, PageText)?
    private var fieldCount = 0
    private var formsByID: [String: Int] = [:]
    private var formIDs: [Int: String] = [:]

    mutating func visit(_ step: PageTree.Step) -> Bool {
        switch step {
        case .text(let bytes):
            if bytes.contains(where: { $0 > 0x20 }) { isAtStartOfBody = false }
            guard !stack.contains(where: \.isHidden) else { return true }
            if holder != nil {
                holder?.1.append(bytes)
            } else if !stack.contains(where: \.isLabel) {
                text.append(bytes)
            }
            return true
        case .begin(let name, let attributes): return begin(name, attributes)
        case .end:
            end()
            return true
        }
    }

    mutating func finish() -> ([PageContent.Element], [PageContent.Form], [PageContent.Control], Bool) {
        flush()
        for (control, id) in formIDs { if let form = formsByID[id] { controls[control].form = form } }
        return (elements, forms, controls, isCutOff)
    }

    private mutating func begin(_ name: String, _ attributes: PageTree.Attributes) -> Bool {
        var element = OpenElement(isInline: Self.inline.contains(name))
        let kind = attributes[ReducedPage.formerKind]
        element.isHidden = Self.isHidden(attributes) || name == "title" || kind == "template"
        let isVisible = !element.isHidden && !stack.contains(where: \.isHidden)
        element.isLabel = name == "label"
        element.isHeading = isVisible && Self.headings.contains(name)
        if !element.isInline, holder == nil { flush() }
        if isAtStartOfBody, name == "div", attributes["hidden"] != nil { signals = attributes["data-signals"] }
        isAtStartOfBody = name == "body"
        let form = attributes[ReducedPage.formNumber].flatMap { Int($0) } ?? 0
        switch name {
        case "form": open(form, attributes)
        case "input", "textarea", "select":
            add(name, attributes, form: form, isVisible: isVisible)
            fieldCount += 1
        case "button": element.opensHolder = isVisible && addButton(attributes, form)
        default:
            guard kind == "link", isVisible, holder == nil, let address = attributes["href"] else { break }
            flush()
            holder = (.link(address: address, fallback: attributes["aria-label"]), PageText())
            element.opensHolder = true
        }
        stack.append(element)
        return kind != "template" && name != "select" && name != "textarea"
    }

    private mutating func end() {
        guard let element = stack.last else { return }
        if element.opensHolder, let (held, heldText) = holder {
            holder = nil
            let title = heldText.beginning(of: 0..<heldText.end, limit: Self.longestText)
            switch held {
            case .link(let address, let fallback):
                let shown = title.isEmpty ? fallback ?? "" : title
                if !shown.isEmpty { append(.link(shown, address: address)) }
            case .button(let control):
                if !title.isEmpty { controls[control].title = title }
                append(.control(control))
            }
        } else if !element.isInline, holder == nil {
            flush()
        }
        stack.removeLast()
    }

    /// Ends the current text as an element.
    private mutating func flush() {
        let found = text.beginning(of: 0..<text.end, limit: Self.longestText)
        text = PageText()
        guard !found.isEmpty else { return }
        append(stack.contains(where: \.isHeading) ? .heading(found) : .text(found))
    }

    private mutating func append(_ element: PageContent.Element) {
        guard elements.count < PageContent.maximumElements else { return isCutOff = true }
        elements.append(element)
    }

    private mutating func open(_ number: Int, _ attributes: PageTree.Attributes) {
        while forms.count <= min(number, PageContent.maximumElements) { forms.append(PageContent.Form()) }
        guard forms.indices.contains(number) else { return isCutOff = true }
        forms[number] = PageContent.Form(
            action: attributes["action"], isPost: attributes["method"]?.lowercased() == "post",
            passkey: Self.passkeyCall(attributes), takesUserName: attributes["data-passkey-name"] != nil)
        if let id = attributes["id"], formsByID[id] == nil { formsByID[id] = number }
    }

    private static func passkeyCall(_ attributes: PageTree.Attributes) -> PageContent.PasskeyCall? {
        guard let method = attributes["data-passkey"], let options = attributes["data-options"] else { return nil }
        return PageContent.PasskeyCall(
            method: method, options: options, isAutoFill: attributes["data-autofill"] != nil)
    }

    private static func isHidden(_ attributes: PageTree.Attributes) -> Bool {
        if attributes["data-with-passkeys"] != nil { return false }
        return attributes["data-without-passkeys"] != nil || PageReading.isHidden(attributes)
    }

    private mutating func add(_ name: String, _ attributes: PageTree.Attributes, form: Int, isVisible: Bool) {
        let type = attributes["type"]?.lowercased() ?? "text"
        let kind: PageContent.Control.Kind =
            switch (name, type) {
            case ("select", _): .other
            case ("textarea", _): .text
            case (_, "hidden"): .hidden
            case (_, "checkbox"): .check
            case (_, "radio"): .radio
            case (_, "submit"), (_, "image"): .submit
            case (_, "button"), (_, "reset"), (_, "file"), (_, "range"), (_, "color"): .other
            default: .text
            }
        let isChoice = kind == .check || kind == .radio
        var control = PageContent.Control(kind: kind, value: attributes["value"] ?? (isChoice ? "on" : ""), form: form)
        control.field = fieldCount
        control.isOn = attributes["checked"] != nil
        control.minimumLength = attributes["minlength"].flatMap { Int($0) }
        control.passwordRules = attributes["passwordrules"]
        control.title = kind == .submit ? attributes["value"] ?? "Submit" : ""
        guard let place = add(control, attributes) else { return }
        if isVisible, kind != .hidden, kind != .other {
            if holder == nil { flush() }
            append(.control(place))
        }
    }

    /// Adds a button. Returns whether its text is to be collected.
    private mutating func addButton(_ attributes: PageTree.Attributes, _ form: Int) -> Bool {
        let type = attributes["type"]?.lowercased()
        guard holder == nil, form > 0, type == nil || type == "submit" else { return false }
        var control = PageContent.Control(kind: .submit, value: attributes["value"] ?? "", form: form)
        control.title = attributes["aria-label"] ?? "Submit"
        flush()
        guard let place = add(control, attributes) else { return false }
        holder = (.button(place), PageText())
        return true
    }

    private mutating func add(_ control: PageContent.Control, _ attributes: PageTree.Attributes) -> Int? {
        guard controls.count < PageContent.maximumControls, forms.indices.contains(control.form) || control.form == 0 else {
            isCutOff = true
            return nil
        }
        var control = control
        control.id = attributes["id"]
        control.name = attributes["name"]
        control.isDisabled = attributes["disabled"] != nil
        if let id = attributes["form"] { formIDs[controls.count] = id }
        controls.append(control)
        return controls.count - 1
    }

    private static let inline: Set<String> = ["span", "label", "input", "select", "textarea", "button"]
    private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6", "legend"]
    private static let longestText = 2_000
}

/// The text of a page, with a single space for any white space. Positions in it identify its parts.
struct PageText {
    private(set) var bytes: [UInt8] = []

    var end: Int { bytes.count }

    /// Appends raw text.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        for byte in text {
            if !byte.isSpace {
                bytes.append(byte)
            } else if let last = bytes.last, last != 0x20, last != 0x0A {
                bytes.append(0x20)
            }
        }
    }

    /// Marks the start of another block.
    mutating func breakLine() {
        if bytes.last == 0x20 { bytes[bytes.count - 1] = 0x0A }
        if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
    }

    /// Returns the start of a part, at most `limit` bytes.
    func beginning(of range: Range<Int>, limit: Int) -> String {
        string(range.lowerBound..<min(range.upperBound, range.lowerBound + limit))
    }

    /// Returns the end of a part, at most `limit` bytes.
    func ending(of range: Range<Int>, limit: Int) -> String {
        string(max(range.lowerBound, range.upperBound - limit)..<range.upperBound)
    }

    private func string(_ range: Range<Int>) -> String {
        var range = range.clamped(to: 0..<bytes.count)
        let isEdge = { (byte: UInt8) in byte == 0x20 || byte == 0x0A }
        while let first = bytes[range].first, isEdge(first) || first & 0xC0 == 0x80 { range = range.dropFirst() }
        while let last = bytes[range].last, isEdge(last) { range = range.dropLast() }
        return String(decoding: bytes[range], as: UTF8.self)
    }
}
