/// One input of a page or a screen, with everything about it that may tell what it asks for.
///
/// Texts are as a person reads them, identifiers as a programmer wrote them; the classification reads both in many languages.
package struct FormField: Hashable, Sendable {
    /// The HTML `id`, or a name for it on a screen.
    package var id: String?
    /// The HTML `name`.
    package var name: String?
    /// How it is filled in.
    package var entry: FieldEntry
    /// What its author declares it to be; nil where nothing is declared that has a meaning.
    package var declared: DeclaredContent?
    /// Whether what is declared decides: in apps it does, while pages also declare to keep browsers from filling.
    package var isDeclarationFinal = false
    /// The texts that label it: `label` elements, `aria-labelledby`, `aria-label`.
    package var labels: [String] = []
    /// The text that it shows while empty.
    package var placeholder: String?
    /// The text of its tool tip.
    package var hint: String?
    /// The text between the field before it and this one.
    package var precedingText: String?
    /// The text between it and the next field.
    package var followingText: String?
    /// Other identifiers: classes, names of data bindings.
    package var identifiers: [String] = []
    /// The most characters that it takes.
    package var maximumLength: Int?
    /// Whether its author gives rules for passwords (`passwordrules`, `passwordRules`), as only new passwords need them.
    package var hasPasswordRules = false
    /// Whether a person sees it.
    package var isVisible = true
    /// Whether it can be edited.
    package var isEditable = true
    /// Which of ``FormPage/forms`` it belongs to.
    package var form = 0

    package init(id: String? = nil, name: String? = nil, entry: FieldEntry = .text, declared: DeclaredContent? = nil) {
        self.id = id
        self.name = name
        self.entry = entry
        self.declared = declared
    }
}
