internal import AssociatedDomains
internal import FuzzInput

/// Parses and lints an association file, and decides about a link: every step ends, and all positions lie within the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAssociationFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    let findings = AssociationFile.lint(bytes)
    promise(findings.count <= AssociationFile.maximumFindings, "there are no more findings than the limit")
    _ = AssetLinks(reading: bytes)
    guard let file = try? AssociationFile(bytes) else {
        promise(findings.count == 1 && findings[0].severity == .error, "a file that cannot be read is one error")
        promise(findings[0].place.bytes.upperBound <= count, "an error lies within the file")
        return 0
    }
    for finding in findings {
        promise(finding.place.bytes.upperBound <= file.text.count, "a finding lies within the text")
        promise((finding.position?.offset ?? .max) <= file.text.count, "a finding has a position within the text")
    }
    guard let again = try? AssociationFile(file.text) else { fatalError("the text of a file is no file") }
    for service in AssociatedService.allCases {
        promise(again.appIDs(for: service) == file.appIDs(for: service), "the text of a file reads as the same file")
    }
    let matcher = AssociationMatcher(file)
    for url in links {
        let (decision, explanation) = (matcher.decision(for: url), file.explain(url))
        promise(explanation.decision == decision, "what decides is what is explained")
        guard let details = decision.details else { continue }
        promise(explanation.entries.count > details, "the entry that decides is explained")
        promise(explanation.entries[details].match?.index == decision.component, "the component that decides is explained")
    }
    return 0
}

private let links = ["https://example.com/buy/42?id=7&colour=red#top", "https://example.com", "https://example.com/de/%C3%A9?"]
    .compactMap { try? LinkURL($0) }
