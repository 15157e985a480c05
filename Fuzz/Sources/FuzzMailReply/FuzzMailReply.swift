internal import FuzzInput
internal import Mail

/// Parsing the reply of a mail server: however its bytes arrive, the result is the same, and a reply is within the limits.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMailReply(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    let whole = outcome(of: [bytes])
    promise(outcome(of: bytes.map { [$0] }) == whole, "a reply does not depend on how its bytes arrive")
    guard case .success(let reply?) = whole else { return 0 }
    promise((200...559).contains(reply.code.code), "a code is in range")
    promise((1...128).contains(reply.lines.count), "a reply has a limit of lines")
    promise(bytes.suffix(2) == [0x0D, 0x0A], "a reply ends with its last line")
    promise(reply.code.enhanced.map { $0.class == reply.code.code / 100 } ?? true, "both codes are of one class")
    promise(reply.lines.allSatisfy { !$0.utf8.contains(0x0A) && !$0.utf8.contains(0x0D) }, "a line is one line")
    if let enhanced = reply.code.enhanced {
        promise(EnhancedStatus("\(enhanced)") == enhanced, "an enhanced code reads back as itself")
    }
    return 0
}

private func outcome(of pieces: [[UInt8]]) -> Result<SMTPReply?, SMTPReplyFault> {
    var parser = SMTPReplyParser()
    var reply: SMTPReply?
    for piece in pieces {
        guard reply == nil else { return .failure(.textAfterReply) }
        do throws(SMTPReplyFault) { reply = try parser.feed(piece) } catch { return .failure(error) }
    }
    return .success(reply)
}
