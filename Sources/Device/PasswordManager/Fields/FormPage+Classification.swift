extension FormPage {
    /// Says of each field what it asks for, in the order of ``fields``.
    ///
    /// The same page gets the same answer always; the work is linear in the number of fields and the length of their texts.
    package func classify() -> [ClassifiedField] {
        var meter = WorkMeter()
        return classify(&meter)
    }

    /// As ``classify()``, counting its steps.
    func classify(_ meter: inout WorkMeter) -> [ClassifiedField] {
        guard !forms.isEmpty else {
            var page = self
            page.forms = [Form()]
            return page.classify(&meter)
        }
        var members: [Int: [Int]] = [:]
        var typedForms: Set<Int> = []
        for (index, field) in fields.enumerated() {
            let form = forms.indices.contains(field.form) ? field.form : 0
            members[form, default: []].append(index)
            if field.entry.isTyped, !typedForms.contains(form), !Self.isSearch(field, &meter) { typedForms.insert(form) }
        }
        var answers: [ClassifiedField?] = Array(repeating: nil, count: fields.count)
        for (form, indices) in members {
            for section in sections(of: indices, in: forms[form], isAlone: typedForms.count <= 1, &meter) {
                let judge = FormJudge(self, section, &meter)
                for (index, verdict) in zip(section.indices, judge.verdicts()) {
                    answers[index] = ClassifiedField(
                        index: index, field: fields[index], type: verdict.type, evidence: verdict.evidence)
                }
            }
        }
        return answers.compactMap(\.self)
    }

    /// Whether a field is for searching, as most pages have one besides what they are about.
    private static func isSearch(_ field: FormField, _ meter: inout WorkMeter) -> Bool {
        if field.entry == .search { return true }
        let names = (field.name ?? "") + " " + (field.id ?? "")
        return Vocabulary.all.concepts(in: names, isIdentifier: true, &meter).contains(.search)
            || Vocabulary.all.concepts(in: field.placeholder ?? "", &meter).contains(.search)
    }

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

/// A field, what it asks for, and what decided that.
package struct ClassifiedField: Hashable, Sendable {
    /// Its place among the fields of the page, from 0.
    package let index: Int
    /// The field as it was given.
    package let field: FormField
    /// What it asks for.
    package let type: FieldType
    /// What decided, in a few English words, such as `autocomplete: username` or `name: email; label: email`. Never empty.
    package let evidence: String
}

/// What a field asks for, and why.
struct Verdict: Hashable, Sendable {
    let type: FieldType
    let evidence: String

    init(_ type: FieldType, _ evidence: String) {
        self.type = type
        self.evidence = evidence
    }

    /// What its author declares.
    init(_ declared: DeclaredContent) {
        let type: FieldType =
            switch declared {
            case .username: .username
            case .email: .email
            case .currentPassword, .password: .currentPassword
            case .newPassword: .newPassword
            case .oneTimeCode: .oneTimeCode
            case .other: .other
            }
        self.init(type, declared == .other ? "declared as something else" : "declared: \(declared.rawValue)")
    }
}

/// Counts the steps of reading a page or of a classification, so that a test can hold them to be linear without a clock.
struct WorkMeter {
    /// Letters looked at or written, elements and fields visited.
    private(set) var steps = 0

    mutating func add(_ steps: Int) { self.steps += steps }
}
