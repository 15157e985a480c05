internal import AssociatedDomains
internal import FuzzInput

/// Parses entitlements: an accepted entry survives a round trip, a rejected entry has a position, and property lists of both
/// formats and profiles are parsed to their end.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEntitlement(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    check(input.text)
    guard let entitlements = try? AppEntitlements(reading: input.bytes) else { return 0 }
    for entry in entitlements.entries {
        promise((entry.entitlement == nil) == (entry.rejection != nil), "an entry is accepted or rejected")
        promise((entry.position?.offset ?? 0) <= count, "an entry lies within the file")
        check(entry.text)
    }
    for finding in entitlements.findings {
        promise((finding.position?.offset ?? 0) <= count, "a finding lies within the file")
        promise(finding.entry.map { entitlements.entries.indices.contains($0) } ?? true, "a finding is about an entry that exists")
    }
    return 0
}

private func check(_ text: String) {
    do {
        let entitlement = try AssociatedDomainEntitlement(text)
        promise((try? AssociatedDomainEntitlement(entitlement.description)) == entitlement, "an entry reads back as it is written")
        promise(entitlement.covers(entitlement.domain) != entitlement.coversSubdomains, "a wildcard does not cover its own domain")
    } catch {
        promise(error.position.map((0...text.utf8.count).contains) ?? false, "a rejection lies within the entry")
    }
}
