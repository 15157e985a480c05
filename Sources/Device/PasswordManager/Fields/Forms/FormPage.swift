/// A page or a screen with fields, from HTML or from an app.
package struct FormPage: Hashable, Sendable {
    /// A form of the page: fields that are sent together.
    package struct Form: Hashable, Sendable {
        /// What its programmer named it: id, name, classes, address.
        package var identifiers: [String] = []
        /// The heading above it, and the headings in it.
        package var headings: [String] = []
        /// What its buttons say, and what their programmer named them.
        package var buttons: [String] = []
        /// What else it says, as far as it was read.
        package var text = ""

        package init() {}
    }

    /// The title of the page.
    package var title = ""
    /// The forms; the first is the page itself, for fields and headings that belong to no form.
    package var forms = [Form()]
    /// The fields in the order of the document. A ``FormField/form`` that is no index into ``forms`` counts as 0.
    package var fields: [FormField] = []

    package init() {}
}
