extension FormPage {
    /// Fields that are judged together, and what is said of them: a form, or a part of one.
    struct Section {
        var indices: [Int]
        var form: Form
        /// Whether what the page says outside of forms is about this one.
        var isAlone: Bool
    }

    /// The sections of a form: one, unless it holds an account and a password, and then an account and a password again, as pages have that
    /// put signing in and signing up into one form, or into none.
    ///
    /// Of a part of a form is known what stands right before its first field and right after its last.
    func sections(of indices: [Int], in form: Form, isAlone: Bool, _ meter: inout WorkMeter) -> [Section] {
        let shown = indices.filter { fields[$0].isVisible && fields[$0].entry.isTyped }
        guard let lastPassword = shown.last(where: { fields[$0].entry == .secure }),
            let firstPassword = shown.first(where: { fields[$0].entry == .secure }), firstPassword < lastPassword
        else { return [Section(indices: indices, form: form, isAlone: isAlone)] }
        var starts: [Int] = []
        var hasPassword = false
        for index in shown where index < lastPassword {
            if fields[index].entry == .secure {
                hasPassword = true
            } else if hasPassword, isAccount(fields[index], &meter) {
                starts.append(index)
                hasPassword = false
            }
        }
        guard !starts.isEmpty else { return [Section(indices: indices, form: form, isAlone: isAlone)] }
        var sections: [Section] = []
        var rest = indices[...]
        for start in starts + [Int.max] {
            let part = rest.prefix { $0 < start }
            rest = rest.dropFirst(part.count)
            sections.append(Section(indices: Array(part), form: surroundings(of: part), isAlone: false))
        }
        return sections
    }

    private func isAccount(_ field: FormField, _ meter: inout WorkMeter) -> Bool {
        if field.entry == .email || field.declared == .username || field.declared == .email { return true }
        let told = FieldEvidence(field, &meter).told
        return told.containsAny([.email, .username]) && !told.containsAny([.captcha, .search])
    }

    /// What stands around some fields, as if it were a form.
    private func surroundings(of indices: ArraySlice<Int>) -> Form {
        var form = Form()
        let shown = indices.filter { fields[$0].isVisible && fields[$0].entry.isTyped }
        form.headings = (shown.first.flatMap { fields[$0].precedingText } ?? "").split(separator: "\n").suffix(2).map(String.init)
        form.buttons = (shown.last.flatMap { fields[$0].followingText } ?? "").split(separator: "\n").prefix(2).map(String.init)
        form.identifiers = shown.filter { fields[$0].entry == .secure }.prefix(2).compactMap { fields[$0].name ?? fields[$0].id }
        form.text = form.buttons.joined(separator: "\n")
        return form
    }
}
