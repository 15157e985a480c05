internal import AppleIdentity
internal import FuzzInput

/// Parses a callback: it has one meaning, its values are valid, and its name can be shown safely.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCallback(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let form = FuzzInput(start, count).bytes
    let callback: AuthorizationCallback
    do {
        callback = try AuthorizationCallback(form: form)
    } catch {
        promise((0...max(form.count, 65_536)).contains(error.position ?? 0), "a rejection lies within the form")
        return 0
    }
    promise((try? AuthorizationCallback(form: form + [UInt8(ascii: "&")] + form)) == nil, "no field may stand twice")
    switch callback {
    case .authorized(let grant):
        promise(isPrintable(grant.state) && isPrintable(grant.code.reveal()), "state and code are printable")
        promise(grant.code.reveal().utf8.count <= AuthorizationCode.maximumByteCount, "a code has no more bytes than the limit")
        promise((try? AuthorizationCallback(form: form + Array("&error=denied".utf8))) == nil, "a grant brings no error")
        if let name = grant.name { check(name) }
    case .cancelled(let state):
        promise(state.map(isPrintable) ?? true, "the state is printable")
    case .failed(let error, let state):
        promise(isPrintable(error) && (state.map(isPrintable) ?? true), "error and state are printable")
    }
    return 0
}

private func check(_ name: PersonName) {
    promise(PersonName(given: name.given, family: name.family) == name, "a clean name stays as it is")
    for part in [name.given, name.family].compactMap({ $0 }) {
        promise((1...PersonName.maximumLength).contains(part.unicodeScalars.count), "a name is no longer than the limit")
        promise(part.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "a name has no control characters")
    }
}

private func isPrintable(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
