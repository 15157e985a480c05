import Markup

/// A field with its label, its hint and what is wrong with it, bound together for those who do not see them side by side.
struct FieldFrame {
    let field: FormField
    let label: String
    let hint: String?
    let errors: [FormError]

    /// - Parameter control: makes the field; it is given the attributes that refer to hint and errors.
    func html(control: (_ describedBy: HTMLAttribute?, _ invalid: HTMLAttribute?) -> HTML) -> HTML {
        let own = errors.filter { $0.field == field }
        let descriptions = [hint == nil ? nil : field.hintID, own.isEmpty ? nil : field.errorID].compactMap { $0 }
        return div(.class("field")) {
            Markup.label(.for(field.id)) { label }
            if let hint { p(.id(field.hintID), .class("hint")) { hint } }
            if !own.isEmpty {
                div(.id(field.errorID), .class("error")) {
                    for error in own { p { error.message } }
                }
            }
            control(
                descriptions.isEmpty ? nil : .aria(.describedby, descriptions.joined(separator: " ")),
                own.isEmpty ? nil : .aria(.invalid, "true"))
        }
    }
}
