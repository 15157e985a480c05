/// One attribute of an element.
///
/// Attributes are made by the functions here alone: there are none for `style` or event handlers, which a strict
/// Content-Security-Policy forbids, and those that hold an address take a `LinkTarget` and no string.
package struct HTMLAttribute: Sendable {
    let name: String
    let value: String?

    init(_ name: StaticString, _ value: String?) {
        self.name = "\(name)"
        self.value = value
    }
}

/// Attributes that any element may carry.
extension HTMLAttribute {
    /// `id`.
    package static func id(_ id: String) -> HTMLAttribute { .init("id", id) }

    /// `class`, one or several.
    package static func `class`(_ names: String...) -> HTMLAttribute { .init("class", names.joined(separator: " ")) }

    /// `lang`, a BCP 47 tag.
    package static func lang(_ tag: String) -> HTMLAttribute { .init("lang", tag) }

    /// `title`, which many readers never meet: say nothing there that matters.
    package static func title(_ text: String) -> HTMLAttribute { .init("title", text) }

    /// `tabindex`: -1 can be focused but not reached by tabbing.
    package static func tabindex(_ index: Int) -> HTMLAttribute { .init("tabindex", String(index)) }

    /// `autofocus`: the element that has the focus when the page is opened.
    package static var autofocus: HTMLAttribute { .init("autofocus", nil) }

    /// `hidden`: neither shown nor read out.
    package static var hidden: HTMLAttribute { .init("hidden", nil) }

    /// `inert`: there to be seen, and neither clicked nor focused nor read out.
    package static var inert: HTMLAttribute { .init("inert", nil) }

    /// `open`: a `details` that is not folded away.
    package static var open: HTMLAttribute { .init("open", nil) }

    /// `data-…`, for tests and tools.
    ///
    /// - Parameter name: what follows `data-`: lower-case letters, digits and hyphens.
    package static func data(_ name: StaticString, _ value: String) -> HTMLAttribute { .init(prefix: "data-", name, value) }

    /// `role`.
    package static func role(_ role: HTMLRole) -> HTMLAttribute { .init("role", role.rawValue) }

    /// `aria-…`.
    package static func aria(_ property: HTMLAriaProperty, _ value: String) -> HTMLAttribute {
        .init(checkedName: "aria-" + property.rawValue, value)
    }

    /// `datetime` of a `time`, in one of the formats of the HTML standard, such as `2026-03-01T12:00:00Z`.
    package static func datetime(_ machine: String) -> HTMLAttribute { .init("datetime", machine) }

    private init(prefix: String, _ name: StaticString, _ value: String) {
        let isPlain = "\(name)".utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
        precondition(isPlain, "the name of a data attribute is a constant of ours, in lower case")
        self.init(checkedName: prefix + "\(name)", value)
    }

    private init(checkedName: String, _ value: String) {
        name = checkedName
        self.value = value
    }
}

/// The roles in use, beyond those that elements have by themselves.
package enum HTMLRole: String, Sendable {
    /// Read out at once.
    case alert
    /// Read out when there is a pause.
    case status
    /// A list that its style would make screen readers forget.
    case list
    /// What must be answered before anything else.
    case dialog
    /// A part with a name.
    case group
    /// On or off; `aria-checked` says which.
    case `switch`
}

/// The ARIA properties in use.
package enum HTMLAriaProperty: String, Sendable {
    case checked, current, describedby, hidden, invalid, label, labelledby, live, modal, pressed
}
