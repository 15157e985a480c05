internal import FuzzInput
internal import Texts

/// Parses the value of `Accept-Language` and chooses a language by it. An accepted value has a limited size and is parsed to itself; any value
/// yields an offered language, whose locale has that language.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAcceptLanguage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = FuzzInput(start, count).text
    let reader = LanguageChoice(acceptLanguage: text).reader(configured: .korean)
    promise(Language.offered.contains(reader.language), "the language is offered")
    promise(reader.locale.prefix(2) == reader.language.tag.prefix(2), "the locale has the language")
    guard let ranges = LanguageRange.parse(text) else {
        promise(reader == ReaderLanguage(.korean), "a rejected value is ignored")
        return 0
    }
    promise(text.utf8.count <= LanguageRange.maximumLength, "the length is limited")
    promise((1...LanguageRange.maximumCount).contains(ranges.count), "the number of ranges is limited")
    promise(ranges.allSatisfy { (0...1_000).contains($0.weight) }, "a weight is between 0 and 1")
    let again = ranges.map { "\($0.range);q=\($0.weight / 1_000).\(String(1_000 + $0.weight % 1_000).dropFirst())" }
    let canonical = again.joined(separator: ",")
    if canonical.utf8.count <= LanguageRange.maximumLength {
        promise(LanguageRange.parse(canonical) == ranges, "ranges are parsed to themselves")
    }
    return 0
}
