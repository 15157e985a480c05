extension FormPage {
    /// Classifies each field, in the order of ``fields``.
    ///
    /// Deterministic. The work is linear in the number of fields and the length of their texts.
    package func classify() -> [ClassifiedField] {
        var meter = WorkMeter()
        return classify(&meter)
    }

    /// Classifies each field and counts the steps.
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
                let judge = FormAnalysis(self, section, &meter)
                for (index, verdict) in zip(section.indices, judge.verdicts()) {
                    answers[index] = ClassifiedField(
                        index: index, field: fields[index], type: verdict.type, evidence: verdict.evidence)
                }
            }
        }
        return answers.compactMap(\.self)
    }

    /// Returns whether a field is for searching, as most pages have one in addition to their content.
    private static func isSearch(_ field: FormField, _ meter: inout WorkMeter) -> Bool {
        if field.entry == .search { return true }
        let names = (field.name ?? "") + " " + (field.id ?? "")
        return Vocabulary.all.concepts(in: names, isIdentifier: true, &meter).contains(.search)
            || Vocabulary.all.concepts(in: field.placeholder ?? "", &meter).contains(.search)
    }

    /// Fields that are classified together with their context: a form or a part of one.
    struct Section {
        var indices: [Int]
        var form: Form
        /// Whether texts of the page outside forms refer to this section.
        var isAlone: Bool
    }

    /// Returns the sections of a form. A form has several sections only if it contains an account and a password, and then both
    /// again. Pages that combine sign-in and sign-up are like this, in one form or without a form.
    ///
    /// The texts of a part are those directly before its first field and after its last.
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
        let stated = FieldEvidence(field, &meter).stated
        return stated.containsAny([.email, .username]) && !stated.containsAny([.captcha, .search])
    }

    /// Returns the texts around some fields as the texts of a form.
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

/// A field with its type and the evidence for it.
package struct ClassifiedField: Hashable, Sendable {
    /// The index of the field in the page, from 0.
    package let index: Int
    /// The field as passed to the classification.
    package let field: FormField
    /// The type of content that the field requests.
    package let type: FieldType
    /// The deciding evidence, in a few English words such as `autocomplete: username` or `name: email; label: email`. Never
    /// empty.
    package let evidence: String
}

/// The type of a field and the evidence for it.
struct Verdict: Hashable, Sendable {
    let type: FieldType
    let evidence: String

    init(_ type: FieldType, _ evidence: String) {
        self.type = type
        self.evidence = evidence
    }

    /// Creates a verdict from a declaration.
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

/// Counts the steps of parsing or classification, so that a test can check that they are linear without a clock.
struct WorkMeter {
    /// The number of letters read or written, and of elements and fields visited.
    private(set) var steps = 0

    mutating func add(_ steps: Int) { self.steps += steps }
}
