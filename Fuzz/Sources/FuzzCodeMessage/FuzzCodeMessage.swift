internal import FuzzInput
internal import OneTimeCodes

/// Parses a message: a composed bound code survives a round trip, and a code in free text occurs in the message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCodeMessage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let message = FuzzInput(start, count).text
    if let found = FreeTextCode(message: message) {
        promise(
            found.code.utf8.allSatisfy { $0 < 0x80 } && (4...8).contains(found.code.count),
            "a code has four to eight ASCII letters and digits")
        promise(
            !found.written.isEmpty
                && found.written.unicodeScalars.elementsEqual(
                    message.unicodeScalars.prefix(found.range.upperBound).suffix(found.range.count)),
            "a code occurs in the message")
    }
    guard let bound = DomainBoundCode(message: message) else { return 0 }
    promise(!bound.code.isEmpty && !bound.code.contains(" "), "a bound code is one word")
    for host in [bound.host, bound.embeddedHost].compactMap({ $0 }) {
        promise(CodeHost(host.text) == host, "a host reads back as it is written")
    }
    promise(
        bound.match(WebOrigin(secure: bound.host), rule: .exactHosts) == (bound.embeddedHost == nil ? .origin : .none),
        "a code is for its page")
    guard let sent = DomainBoundCode(bound.code, for: bound.host, embeddedIn: bound.embeddedHost) else { return 0 }
    for mark in DomainBoundCode.EmbeddedMark.allCases {
        promise(
            DomainBoundCode(message: sent.message(message, mark: mark)) == sent || message.utf8.count > 65_000,
            "what is sent reads back")
    }
    return 0
}
