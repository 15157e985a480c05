internal import FuzzInput
internal import PasswordManager

/// Parses the fields of a page. The first byte limits how much is parsed, the rest is the page.
///
/// Every field is classified, with evidence, in the order of the page. The result is deterministic, and an error has a position in
/// the page.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFormPage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = FuzzChoices(FuzzInput(start, count).bytes)
    var limits = PageLimits.standard
    switch choices.byte() % 4 {
    case 0: limits = PageLimits(maximumBytes: 4_096, maximumDepth: 12, maximumElements: 40)
    case 1: limits.maximumDepth = 64
    default: break
    }
    let html = choices.rest()
    do throws(FormPageError) {
        let page = try FormPage(html: html, limits: limits)
        let fields = page.classify()
        promise(fields.map(\.index) == Array(page.fields.indices), "every field has a verdict, in the order of the page")
        promise(fields.allSatisfy { !$0.evidence.isEmpty }, "every verdict says what decided it")
        promise(fields.map(\.field) == page.fields, "a verdict is about its own field")
        promise((try? FormPage(html: html, limits: limits)) == page && page.classify() == fields, "the same page, the same answer")
    } catch {
        // A byte that is not UTF-8 becomes U+FFFD, which has three bytes.
        let length = String(decoding: html, as: UTF8.self).utf8.count
        switch error {
        case .tooLong: promise(html.count > limits.maximumBytes, "only a long page is too long")
        case .tooDeep(let place), .tooManyElements(let place): promise((0..<length).contains(place), "a rejection has its place")
        }
    }
    return 0
}
