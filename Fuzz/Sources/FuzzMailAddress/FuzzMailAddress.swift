internal import FuzzInput
internal import Mail

/// Parses a mail address. An accepted address is one line, has an accepted length, parses to itself and equals its canonical form. The same text
/// as another party's words in a message stays one line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMailAddress(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = FuzzInput(start, count).text
    promise(isOneLine("\(PersonalText(text))"), "words of another party are one line")
    guard let address = try? MailAddress(text) else { return 0 }
    promise(isOneLine(address.text), "an address is one line")
    promise((5...254).contains(address.text.utf8.count), "an address has an accepted length")
    promise("\(address)" == "MailAddress(redacted)", "the description of an address is redacted")
    let again = try? MailAddress(address.text)
    promise(again?.text.utf8.elementsEqual(address.text.utf8) == true, "an address parses to itself")
    promise(address.domain.description.utf8.allSatisfy { $0 < 0x80 }, "a domain is ASCII")
    // Lower case can be longer than upper case, and exceed the length of an address.
    if let canonical = try? MailAddress(address.canonical) {
        promise(
            canonical == address && canonical.canonical == address.canonical, "the canonical form of a canonical form is the same")
    }
    return 0
}

private func isOneLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
