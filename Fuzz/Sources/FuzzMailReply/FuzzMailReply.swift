internal import FuzzInput
internal import Mail

/// Parses the reply of a mail server. The result does not depend on the segmentation of the bytes, and a reply is within the limits.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMailReply(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    let whole = outcome(of: [bytes])
    promise(outcome(of: bytes.map { [$0] }) == whole, "a reply does not depend on the segmentation of its bytes")
    guard case .success(let reply?) = whole else { return 0 }
    promise((200...559).contains(reply.code.code), "a code is in range")
    promise((1...128).contains(reply.lines.count), "a reply has at most 128 lines")
    promise(bytes.suffix(2) == [0x0D, 0x0A], "a reply ends with its last line")
    promise(reply.code.enhanced.map { $0.class == reply.code.code / 100 } ?? true, "both codes have the same class")
    promise(reply.lines.allSatisfy { !$0.utf8.contains(0x0A) && !$0.utf8.contains(0x0D) }, "a line is one line")
    if let enhanced = reply.code.enhanced {
        promise(EnhancedStatus("\(enhanced)") == enhanced, "an enhanced code parses to itself")
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
