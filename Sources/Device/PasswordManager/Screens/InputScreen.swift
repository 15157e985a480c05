/// The inputs of one place that are in its view hierarchy at one moment, in their order.
///
/// What lies under a presented view is still in the hierarchy. What was removed from it is not, and that is what saving rests on.
package struct InputScreen: Hashable, Sendable {
    package let place: InputPlace
    /// Each ``ScreenField/id`` once.
    package let fields: [ScreenField]
    /// The account that the screen shows without a field for it, as a page for changing a password does.
    package let user: String?

    /// Of several fields with one name only the first is kept.
    package init(_ place: InputPlace, fields: [ScreenField], user: String? = nil) {
        self.place = place
        var seen: Set<FieldID> = []
        self.fields = fields.filter { seen.insert($0.id).inserted }
        self.user = user
    }

    package subscript(id: FieldID) -> ScreenField? { fields.first { $0.id == id } }

    /// The fields of one type, in order.
    package func fields(of type: FieldType) -> [ScreenField] { fields.filter { $0.type == type } }

    /// The field of the account's name: one that asks for it, or else an e-mail address beside a password.
    var userField: ScreenField? {
        if let field = fields(of: .username).first { return field }
        return fields.contains(where: \.type.isPassword) ? fields(of: .email).first : nil
    }
}
