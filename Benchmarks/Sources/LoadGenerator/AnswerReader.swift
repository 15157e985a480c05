/// Finds the end of an HTTP/1.1 response in the received bytes (RFC 9112). It trusts the server: it only measures.
struct AnswerReader {
    private var bytes: [UInt8] = []
    private var headEnd: Int?
    private var status = 0
    private var contentLength: Int?
    private var isChunked = false
    private(set) var closes = false

    mutating func take(_ received: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: received)
    }

    /// Returns the status of a complete response, and keeps the bytes of the next one.
    mutating func completedStatus() -> Int? {
        if headEnd == nil { readHead() }
        guard let headEnd else { return nil }
        if isChunked {
            guard bytes.count >= headEnd + 5, bytes.suffix(5).elementsEqual(Array("0\r\n\r\n".utf8)) else { return nil }
            return finished(at: bytes.count)
        }
        let end = headEnd + (contentLength ?? 0)
        return bytes.count >= end ? finished(at: end) : nil
    }

    private mutating func finished(at end: Int) -> Int {
        let found = status
        let keptClosing = closes
        bytes.removeFirst(end)
        (headEnd, contentLength, isChunked) = (nil, nil, false)
        closes = keptClosing
        return found
    }

    private mutating func readHead() {
        guard let blank = Self.blankLine(in: bytes) else { return }
        let lines = String(decoding: bytes[..<blank], as: UTF8.self).split(separator: "\r\n")
        headEnd = blank + 4
        status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop(while: { $0 == " " }).lowercased()
            switch line[..<colon].lowercased() {
            case "content-length": contentLength = Int(value)
            case "transfer-encoding": isChunked = value.contains("chunked")
            case "connection": closes = value.contains("close")
            default: break
            }
        }
    }

    private static func blankLine(in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index + 3 < bytes.count {
                if bytes[index] == 13, bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10 { return index }
                index += 1
            }
            return nil
        }
    }
}
