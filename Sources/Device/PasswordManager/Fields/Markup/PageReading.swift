/// Builds a ``FormPage`` from the steps of a tree walk.
///
/// Stores texts as positions in one text, and truncates them when it extracts them. The work is therefore linear for every page,
/// such as one with 10,000 fields in one label or 10,000 fields that name the same label.
struct PageReading {
    /// A field, and the positions of its texts.
    private struct Draft {
        var field: FormField
        /// The position of the field in the text.
        let place: Int
        /// The enclosing label.
        let labelAround: Int?
        let labelledBy: [String]
        /// The ID of the form that the field names.
        let formID: String?
    }

    private struct OpenElement {
        let name: String
        /// The start of its text.
        let start: Int
        var id: String?
        var isHidden = false
        /// The number of a label, and the field that it names.
        var label: Int?
        var target: String?
        /// The number of the form, for a form or a button.
        var form = 0
        /// The identifiers of a button.
        var buttonNames: [String]?
        var isHeading = false
    }

    private var text = PageText()
    private var drafts: [Draft] = []
    private var stack: [OpenElement] = []
    private var hiddenDepth = 0
    private var openLabels: [Int] = []
    private var openForms: [Int] = []
    private var labels: [Range<Int>] = []
    private var labelsByTarget: [String: [Range<Int>]] = [:]
    private var rangesByID: [String: Range<Int>] = [:]
    private var formsByID: [String: Int] = [:]
    private var formRanges: [Int: Range<Int>] = [:]
    private var page = FormPage()
    /// The last heading outside forms that is not followed by a form yet.
    private var headingAbove: String?
    /// The work: the steps of the walk, the bytes of text read and extracted, and the fields visited on behalf of other fields.
    private(set) var work = WorkMeter()

    /// Processes one step. Returns whether to enter the element.
    mutating func visit(_ step: PageTree.Step) -> Bool {
        work.add(1)
        switch step {
        case .text(let bytes):
            work.add(bytes.count)
            text.append(bytes)
            return true
        case .begin(let name, let attributes):
            return begin(name, attributes)
        case .end(let name):
            end(name)
            return true
        }
    }

    private mutating func begin(_ name: String, _ attributes: PageTree.Attributes) -> Bool {
        if !Self.inline.contains(name) { text.breakLine() }
        var element = OpenElement(name: name, start: text.end)
        let kind = attributes[ReducedPage.formerKind]
        if kind == "template" {
            stack.append(element)
            return false
        }
        element.id = attributes["id"]
        element.isHidden = Self.isHidden(attributes)
        element.form = attributes[ReducedPage.formNumber].flatMap { Int($0) } ?? openForms.last ?? 0
        let role = attributes["role"]
        switch name {
        case "form":
            open(form: element.form, attributes)
            openForms.append(element.form)
        case "label":
            element.label = labels.count
            element.target = attributes["for"]
            labels.append(text.end..<text.end)
            openLabels.append(labels.count - 1)
        case "input", "textarea", "select":
            addField(name, attributes, isVisible: !element.isHidden && hiddenDepth == 0, form: element.form)
        default:
            element.isHeading = Self.headings.contains(name) || role == "heading"
            if name == "button" || role == "button" {
                element.buttonNames = ["id", "name", "aria-label", "value", "title"].compactMap { attributes[$0] }
            }
        }
        stack.append(element)
        if element.isHidden { hiddenDepth += 1 }
        // Options are not text of the page.
        return name != "select" && name != "textarea"
    }

    private mutating func end(_ name: String) {
        guard let element = stack.popLast() else { return }
        if element.isHidden { hiddenDepth -= 1 }
        let range = element.start..<text.end
        if !Self.inline.contains(name) { text.breakLine() }
        if let id = element.id, rangesByID[id] == nil { rangesByID[id] = range }
        if let label = element.label {
            labels[label] = range
            openLabels.removeLast()
            if let target = element.target, labelsByTarget[target, default: []].count < Self.mostLabels {
                labelsByTarget[target, default: []].append(range)
            }
        }
        if let names = element.buttonNames, hiddenDepth == 0, !element.isHidden {
            addButton([beginning(of: range)] + names, form: element.form)
        }
        if element.isHeading {
            let heading = beginning(of: range)
            let index = form(element.form)
            if index == 0, !heading.isEmpty { headingAbove = heading }
            if page.forms[index].headings.count < Self.mostTexts { page.forms[index].headings.append(heading) }
        }
        if name == "title", page.title.isEmpty { page.title = beginning(of: range) }
        if name == "form", openForms.popLast() != nil { formRanges[element.form] = range }
    }

    private mutating func open(form number: Int, _ attributes: PageTree.Attributes) {
        let index = form(number)
        page.forms[index].identifiers = ["id", "name", "class", "action", "aria-label", "data-testid"].compactMap {
            attributes[$0].map { String($0.prefix(Self.longestText)) }
        }
        if let id = attributes["id"], formsByID[id] == nil { formsByID[id] = index }
        if let heading = headingAbove {
            page.forms[index].headings.append(heading)
            headingAbove = nil
        }
    }

    /// Returns the index of a form by its number in the reduced page. Both are counted from 1 in document order.
    private mutating func form(_ number: Int) -> Int {
        while page.forms.count <= number, page.forms.count <= PageLimits.standard.maximumElements {
            page.forms.append(FormPage.Form())
        }
        return min(number, page.forms.count - 1)
    }

    private mutating func addButton(_ texts: [String], form number: Int) {
        let index = form(number)
        guard page.forms[index].buttons.count < Self.mostTexts else { return }
        page.forms[index].buttons += texts.filter { !$0.isEmpty }.map { String($0.prefix(Self.longestText)) }
    }

    private mutating func addField(_ name: String, _ attributes: PageTree.Attributes, isVisible: Bool, form number: Int) {
        let type = attributes["type"]?.lowercased() ?? ""
        var field = FormField(
            id: attributes["id"], name: attributes["name"], entry: Self.entry(name, type, attributes["inputmode"]),
            declared: attributes["autocomplete"].flatMap { DeclaredContent(autocomplete: String($0.prefix(Self.longestText))) })
        field.labels = attributes["aria-label"].map { [String($0.prefix(Self.longestText))] } ?? []
        field.placeholder = attributes["placeholder"].map { String($0.prefix(Self.longestText)) }
        field.hint = attributes["title"].map { String($0.prefix(Self.longestText)) }
        field.identifiers = ["class", "formcontrolname", "ng-model", "data-testid"].compactMap {
            attributes[$0].map { String($0.prefix(Self.longestText)) }
        }
        field.maximumLength = attributes["maxlength"].flatMap { Int($0) }
        field.hasPasswordRules = attributes["passwordrules"] != nil
        field.isVisible = isVisible && field.entry != .none
        field.isEditable = attributes["readonly"] == nil && attributes["disabled"] == nil
        field.form = form(number)
        if field.entry == .untyped, ["submit", "button", "image", "reset"].contains(type) {
            addButton(["value", "id", "name", "alt", "aria-label"].compactMap { attributes[$0] }, form: number)
        }
        drafts.append(
            Draft(
                field: field, place: text.end, labelAround: openLabels.last,
                labelledBy: attributes["aria-labelledby"].map {
                    $0.split(whereSeparator: \.isWhitespace).prefix(Self.mostLabels).map(String.init)
                }
                    ?? [],
                formID: attributes["form"]))
    }

    /// Returns the page, after the last step.
    mutating func finish() -> FormPage {
        var before = 0
        for index in drafts.indices {
            let draft = drafts[index]
            // Hidden and untyped fields do not divide the text between visible fields.
            let following = drafts[(index + 1)...].prefix(Self.mostTexts)
            let next = following.firstIndex { $0.field.entry != .none }
            work.add((next ?? following.endIndex) - index)
            let after = next.map { drafts[$0].place } ?? text.end
            var field = draft.field
            let ranges =
                (field.id.flatMap { labelsByTarget[$0] } ?? []) + (draft.labelAround.map { [labels[$0]] } ?? [])
                + draft.labelledBy.compactMap { rangesByID[$0] }
            for range in ranges {
                let label = beginning(of: range)
                if !label.isEmpty { field.labels.append(label) }
            }
            field.precedingText = counted(text.ending(of: before..<draft.place, limit: Self.longestText))
            field.followingText = beginning(of: draft.place..<after)
            if let form = draft.formID.flatMap({ formsByID[$0] }) { field.form = form }
            if field.entry != .none { before = draft.place }
            page.fields.append(field)
        }
        for (number, range) in formRanges where number < page.forms.count {
            page.forms[number].text = beginning(of: range, limit: Self.longestFormText)
        }
        page.forms[0].text = beginning(of: 0..<text.end, limit: Self.longestFormText)
        return page
    }

    private mutating func beginning(of range: Range<Int>, limit: Int = longestText) -> String {
        counted(text.beginning(of: range, limit: limit))
    }

    private mutating func counted(_ text: String) -> String {
        work.add(text.utf8.count + 1)
        return text
    }

    private static func entry(_ name: String, _ type: String, _ inputMode: String?) -> FieldEntry {
        switch (name, type) {
        case ("textarea", _): .lines
        case ("select", _): .choice
        case (_, "password"): .secure
        case (_, "email"): .email
        case (_, "tel"): .telephone
        case (_, "number"): .number
        case (_, "url"): .link
        case (_, "search"): .search
        case (_, "hidden"): .none
        case (_, "submit"), (_, "button"), (_, "image"), (_, "reset"), (_, "checkbox"), (_, "radio"), (_, "file"), (_, "range"),
            (_, "color"), (_, "date"), (_, "datetime-local"), (_, "month"), (_, "week"), (_, "time"):
            .untyped
        // Browsers treat any other value as text too.
        default:
            switch inputMode?.lowercased() {
            case "email": .email
            case "tel": .telephone
            case "numeric", "decimal": .number
            default: .text
            }
        }
    }

    static func isHidden(_ attributes: PageTree.Attributes) -> Bool {
        if attributes["hidden"] != nil { return true }
        guard let style = attributes["style"] else { return false }
        let rules = style.prefix(1_000).lowercased().filter { !$0.isWhitespace }
        return rules.contains("display:none") || rules.contains("visibility:hidden")
    }

    private static let inline: Set<String> = ["span", "label", "input", "select", "textarea", "button"]
    private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6", "legend"]
    /// The maximum length of a text, in UTF-8 bytes, or in characters of an attribute.
    private static let longestText = 200
    private static let longestFormText = 4_000
    private static let mostLabels = 3
    private static let mostTexts = 40
}
