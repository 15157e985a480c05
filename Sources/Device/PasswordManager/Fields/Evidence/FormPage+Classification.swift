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
}
