import FoundationEssentials

/// The parts of a message that the relay forwards: its sender, subject and text. HTML parts and attachments are discarded.
struct RelayLetter: Sendable, Hashable {
    /// The address in `From`; nil unless the message has exactly one field `From` with exactly one address (RFC 5322, section 3.6).
    let sender: EnvelopeAddress?
    /// The sender's name; empty if it is missing.
    let senderName: String
    /// The first field `Subject`.
    let subject: String
    /// The first part that is plain text; empty without one.
    let text: String

    /// The length of a text, in bytes. The rest is cut off.
    static let textBytes = 65_536
    /// The length of a subject or name, in bytes.
    static let lineBytes = 1_000

    /// Reads a message whose lines end with CRLF.
    init(_ bytes: [UInt8]) {
        let message = MIMEEntity(bytes[...])
        let senders = message.values(of: "from")
        let mailbox = senders.count == 1 ? Self.mailbox(senders[0]) : nil
        sender = mailbox?.address
        senderName = mailbox.map { Self.readable($0.name, limit: Self.lineBytes, isOneLine: true) } ?? ""
        let subject = EncodedWord.decoding(message.values(of: "subject").first ?? "")
        self.subject = Self.readable(subject, limit: Self.lineBytes, isOneLine: true)
        text = Self.readable(message.plainText() ?? "", limit: Self.textBytes, isOneLine: false)
    }

    /// Parses `Name <address>` or an address. Returns nil for lists, groups and comments.
    private static func mailbox(_ value: String) -> (name: String, address: EnvelopeAddress)? {
        guard value.last == ">", let open = value.lastIndex(of: "<") else {
            return EnvelopeAddress(value.utf8).map { ("", $0) }
        }
        guard let address = EnvelopeAddress(value[value.index(after: open)...].dropLast().utf8),
            let name = displayName(value[..<open])
        else { return nil }
        return (name, address)
    }

    /// Returns a display name without its quotation marks and encoding; nil if the phrase is not a display name.
    private static func displayName(_ phrase: Substring) -> String? {
        var name = ""
        var (isQuoted, isEscaped) = (false, false)
        for character in phrase {
            if isEscaped {
                name.append(character)
                isEscaped = false
            } else if character == "\"" {
                isQuoted.toggle()
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if !isQuoted, "()<>[]:;@,\\".contains(character) {
                return nil
            } else {
                name.append(character)
            }
        }
        return isQuoted || isEscaped ? nil : EncodedWord.decoding(name)
    }

    /// Removes control characters, except for line feeds and tabs in a text of several lines, and cuts the text at a character.
    private static func readable(_ text: String, limit: Int, isOneLine: Bool) -> String {
        var kept = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            let isLayout = !isOneLine && (scalar == "\n" || scalar == "\t")
            guard isLayout || scalar.properties.generalCategory != .control else { continue }
            size += UTF8.width(scalar)
            guard size <= limit else { break }
            kept.append(scalar)
        }
        return String(kept)
    }
}

/// A MIME entity (RFC 2045): header fields and a body.
private struct MIMEEntity {
    private let fields: [(name: String, value: String)]
    private let body: ArraySlice<UInt8>

    /// The depth of parts within parts that are read.
    private static let depthLimit = 4
    /// The number of parts of an entity that are read.
    private static let partLimit = 100

    init(_ bytes: ArraySlice<UInt8>) {
        var fields: [(name: String, value: String)] = []
        var rest = bytes
        while !rest.isEmpty {
            let (line, after) = Self.splitLine(rest)
            rest = after
            if line.isEmpty { break }
            if line.first == 0x20 || line.first == 0x09 {
                guard !fields.isEmpty else { continue }
                fields[fields.count - 1].value += " " + Self.trimmed(line)
            } else if let colon = line.firstIndex(of: 0x3A) {
                let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
                fields.append((name, Self.trimmed(line[(colon + 1)...])))
            }
        }
        self.fields = fields
        body = rest
    }

    /// Returns the values of all fields with a name in lower case, unfolded.
    func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Returns the decoded text of the first part that is plain text; nil without one.
    func plainText(depth: Int = 0) -> String? {
        let (type, parameters) = contentType
        if type.hasPrefix("multipart/") {
            guard depth < Self.depthLimit, let boundary = parameters["boundary"], (1...70).contains(boundary.utf8.count) else {
                return nil
            }
            for part in parts(boundary) {
                if let text = MIMEEntity(part).plainText(depth: depth + 1) { return text }
            }
            return nil
        }
        return type == "text/plain" ? String(decoding: decodedBody, as: UTF8.self) : nil
    }

    /// The media type in lower case, and its parameters. An entity without a type is plain text (RFC 2045, section 5.2).
    private var contentType: (type: String, parameters: [String: String]) {
        guard let value = values(of: "content-type").first else { return ("text/plain", [:]) }
        var pieces = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in value {
            if isEscaped {
                pieces[pieces.count - 1].append(character)
                isEscaped = false
            } else if character == "\"" {
                isQuoted.toggle()
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if !isQuoted, character == ";" {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].append(character)
            }
        }
        var parameters: [String: String] = [:]
        for piece in pieces.dropFirst() {
            let halves = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { continue }
            parameters[Self.trimmed(halves[0].utf8).lowercased()] = Self.trimmed(halves[1].utf8)
        }
        return (Self.trimmed(pieces[0].utf8).lowercased(), parameters)
    }

    private var decodedBody: [UInt8] {
        switch values(of: "content-transfer-encoding").first?.lowercased() {
        case "base64": TransferDecoding.base64(body) ?? []
        case "quoted-printable": TransferDecoding.quotedPrintable(body)
        default: Array(body)
        }
    }

    /// Returns the parts between the delimiters of a multipart body (RFC 2046, section 5.1.1).
    private func parts(_ boundary: String) -> [ArraySlice<UInt8>] {
        let delimiter = Array("--\(boundary)".utf8)
        var parts: [ArraySlice<UInt8>] = []
        var start: Int?
        var rest = body
        while !rest.isEmpty, parts.count < Self.partLimit {
            let lineStart = rest.startIndex
            let (line, after) = Self.splitLine(rest)
            rest = after
            guard line.starts(with: delimiter) else { continue }
            let tail = line.dropFirst(delimiter.count)
            let isLast = tail.starts(with: "--".utf8)
            guard isLast || tail.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
            // The CRLF before a delimiter belongs to the delimiter.
            if let start { parts.append(body[start..<max(start, lineStart - 2)]) }
            start = rest.startIndex
            if isLast { break }
        }
        return parts
    }

    /// Returns the first line without CRLF, and the bytes after it.
    private static func splitLine(_ bytes: ArraySlice<UInt8>) -> (line: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
        guard let end = bytes.firstIndex(of: 0x0A) else { return (bytes, bytes[bytes.endIndex...]) }
        let line = bytes[..<end]
        return (line.last == 0x0D ? line.dropLast() : line, bytes[(end + 1)...])
    }

    /// Returns the text without white space at its ends.
    private static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let text = bytes.drop(while: isSpace)
        guard let end = text.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(decoding: text[...end], as: UTF8.self)
    }
}

/// Words of a header field in another encoding than ASCII (RFC 2047).
private enum EncodedWord {
    /// Decodes the encoded-words of a text in UTF-8 and ASCII, and keeps other words.
    static func decoding(_ text: String) -> String {
        var result = ""
        var isAfterEncoded = false
        for word in text.split(separator: " ") {
            let decoded = decode(word)
            // Space between two encoded-words separates nothing (RFC 2047, section 6.2).
            if !result.isEmpty, !isAfterEncoded || decoded == nil { result += " " }
            result += decoded ?? String(word)
            isAfterEncoded = decoded != nil
        }
        return result
    }

    private static func decode(_ word: Substring) -> String? {
        guard word.hasPrefix("=?"), word.hasSuffix("?="), word.utf8.count > 4 else { return nil }
        let parts = word.dropFirst(2).dropLast(2).split(separator: "?", omittingEmptySubsequences: false)
        guard parts.count == 3, ["utf-8", "us-ascii"].contains(parts[0].lowercased()) else { return nil }
        let bytes = Array(parts[2].utf8)
        switch parts[1].uppercased() {
        case "B": return TransferDecoding.base64(bytes[...]).map { String(decoding: $0, as: UTF8.self) }
        case "Q":
            let spaced = bytes.map { $0 == 0x5F ? 0x20 : $0 }
            return String(decoding: TransferDecoding.quotedPrintable(spaced[...]), as: UTF8.self)
        default: return nil
        }
    }
}

/// The transfer encodings of MIME (RFC 2045, section 6).
private enum TransferDecoding {
    /// Decodes base64, ignoring line ends. Returns nil if the bytes are not base64.
    static func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters).map { [UInt8]($0) }
    }

    /// Decodes quoted-printable. Keeps an equals sign without two hexadecimal digits.
    static func quotedPrintable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == 0x3D else {
                result.append(byte)
                continue
            }
            if rest.starts(with: [0x0D, 0x0A]) {
                rest = rest.dropFirst(2)
            } else if let value = hexadecimal(rest.prefix(2)) {
                result.append(value)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
        // UInt8(_:radix:) also accepts a sign.
        guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
