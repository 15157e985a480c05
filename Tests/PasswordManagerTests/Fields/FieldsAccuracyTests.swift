import Foundation
import PasswordManager
import Testing

@Suite("fields of real pages", .enabled(if: FieldsData.isHere, "shared/data/autofill is not here"))
struct FieldsAccuracyTests {
    @Test(
        "of the fields for signing in at least 97.5 of 100 are right, and of the others at most 2 of 100 are taken for one; the log lists each miss"
    )
    func accuracy() throws {
        var (right, wrong, others, taken) = (0, 0, 0, 0)
        for name in FieldsData.pages {
            let page = try FieldsData.page(name)
            let labels = FieldsData.labels(of: page)
            let fields = try FormPage(html: FieldsData.stripped(page)).classify()
            #expect(fields.count == labels.count, "\(name)")
            for (field, label) in zip(fields, labels) {
                guard let types = FieldLabel.types(label) else {
                    others += 1
                    if field.type != .other { taken += 1 }
                    continue
                }
                if types.contains(field.type) {
                    right += 1
                } else {
                    wrong += 1
                    print(
                        "miss: \(name) \(field.index) \(field.field.name ?? field.field.id ?? "-"): \(label ?? "") is \(field.type.rawValue) (\(field.evidence))"
                    )
                }
            }
        }
        print("fields for signing in: \(right) of \(right + wrong) right; others taken for one: \(taken) of \(others)")
        #expect(FieldsData.pages.count >= 260)
        #expect(right + wrong >= 560)
        #expect(right * 1_000 >= (right + wrong) * 975)
        #expect(taken * 50 <= others)
    }

    @Test("the answers that people wrote into the pages are never read")
    func labelsAreNotRead() throws {
        for name in FieldsData.pages {
            let page = try FieldsData.page(name)
            let stripped = FieldsData.stripped(page)
            #expect(stripped.count < page.count || FieldsData.labels(of: page).allSatisfy { $0 == nil }, "\(name)")
            let lying = Array(
                String(decoding: page, as: UTF8.self).replacing(
                    "data-manual-scoring=\"password", with: "data-manual-scoring=\"username"
                ).utf8)
            let answers = try FormPage(html: stripped).classify()
            #expect(try FormPage(html: page).classify() == answers, "\(name)")
            #expect(try FormPage(html: lying).classify() == answers, "\(name)")
        }
    }

    @Test("every field has evidence, and a second look gives the same answer")
    func evidence() throws {
        for name in FieldsData.pages {
            let page = try FormPage(html: try FieldsData.page(name))
            let first = page.classify()
            #expect(first.map(\.index) == Array(first.indices))
            #expect(first.allSatisfy { !$0.evidence.isEmpty }, "\(name)")
            #expect(page.classify() == first, "\(name)")
        }
    }
}
