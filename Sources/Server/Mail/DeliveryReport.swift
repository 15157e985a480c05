/// The report of a bounce about one recipient: the fields of a delivery status notification (RFC 3464).
///
/// Every mail server can send a bounce, so the parser is strict and bounded. It reads the headers and one part, and nothing within the part.
package struct DeliveryReport: Hashable, Sendable {
    /// The action of the mail server (RFC 3464 section 2.3.3).
    package enum Action: String, Hashable, Sendable, CaseIterable {
        case failed
        case delayed
        case delivered
        case relayed
        case expanded
    }

    package let action: Action
    package let status: EnhancedStatus
    /// Whether the mail server rejected the sender, with a code of the recipient (``SMTPReply/namesSender``).
    private let namesSender: Bool

    /// Parses a message with a report about one recipient. Line ends are CRLF or LF, because mail servers give messages to programs
    /// with LF.
    ///
    /// Returns nil for a message of more than ``maximumSize`` bytes, and for one that is not a `multipart/report` with one delivery
    /// status. The delivery status must have one recipient with one `Action` and one `Status` of the same class.
    package init?(_ message: some Collection<UInt8>) {
        guard message.count <= Self.maximumSize else { return nil }
        let lines = Array(message).split(separator: 0x0A, omittingEmptySubsequences: false).map {
            $0.last == 0x0D ? $0.dropLast() : $0
        }
        guard let end = lines.firstIndex(where: \.isEmpty), let header = FieldGroup(lines[..<end]),
            let type = header.only("content-type").flatMap(ReportType.init),
            let part = Self.statusPart(in: lines[(end + 1)...], boundary: type.boundary)
        else { return nil }

        let groups = part.split(whereSeparator: \.isEmpty)
        // The first group is about the message, each further one about a recipient. A message of this server has one recipient.
        guard groups.count == 2, let recipient = FieldGroup(groups[1]),
            let action = recipient.only("action").flatMap({ Action(rawValue: Self.value($0).lowercased()) }),
            let status = recipient.only("status").flatMap({ EnhancedStatus(Self.value($0)) }),
            status.class == action.statusClass
        else { return nil }
        self.action = action
        self.status = status
        namesSender = recipient.all("diagnostic-code").contains { $0.hasSuffix(": unauthorized sender") }
    }

    /// Whether the address of the recipient does not exist or is disabled, as ``SMTPReply`` decides for a rejection.
    package var condemnsAddress: Bool { action == .failed && status.condemnsAddress && !namesSender }

    /// The maximum size of a message in bytes: 1 MiB. Mail servers return the headers of a message, or all of a short one.
    package static var maximumSize: Int { 1_048_576 }

    /// Returns the lines of the only part with a delivery status, without its headers.
    private static func statusPart(
        in lines: ArraySlice<ArraySlice<UInt8>>, boundary: [UInt8]
    ) -> ArraySlice<ArraySlice<UInt8>>? {
        let delimiter = Array("--".utf8) + boundary
        let closing = delimiter + Array("--".utf8)
        var found: ArraySlice<ArraySlice<UInt8>>?
        // What precedes the first delimiter is a preamble, and what follows the last one is in no part.
        let delimiters = lines.indices.filter { lines[$0].elementsEqual(delimiter) || lines[$0].elementsEqual(closing) }
        guard (2...delimiterLimit).contains(delimiters.count) else { return nil }
        for (start, end) in zip(delimiters, delimiters.dropFirst()) {
            let part = lines[(start + 1)..<end]
            guard let blank = part.firstIndex(where: \.isEmpty), let header = FieldGroup(part[..<blank]) else { continue }
            let type = header.only("content-type").map { value($0.prefix { $0 != ";" }).lowercased() }
            guard type == "message/delivery-status" || type == "message/global-delivery-status" else { continue }
            guard found == nil else { return nil }
            found = part[(blank + 1)...]
        }
        return found
    }

    /// Returns the value of a field without a comment after it.
    private static func value(_ text: some StringProtocol) -> String {
        String(text.prefix { $0 != "(" }.trimmed)
    }

    /// The maximum number of delimiters. The last one closes the message, so it has at most 15 parts.
    private static var delimiterLimit: Int { 16 }
}

extension DeliveryReport.Action {
    fileprivate var statusClass: Int {
        switch self {
        case .failed: 5
        case .delayed: 4
        case .delivered, .relayed, .expanded: 2
        }
    }
}

/// The type of a message that is a delivery report: `multipart/report; report-type=delivery-status; boundary=…`.
private struct ReportType {
    let boundary: [UInt8]

    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard Self.token(&rest) == "multipart", Self.skip(UInt8(ascii: "/"), &rest), Self.token(&rest) == "report" else {
            return nil
        }
        var parameters: [String: String] = [:]
        while Self.skip(UInt8(ascii: ";"), &rest) {
            if rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { break }
            guard let name = Self.token(&rest), Self.skip(UInt8(ascii: "="), &rest), let value = Self.value(&rest),
                parameters.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        guard rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }), parameters["report-type"]?.lowercased() == "delivery-status",
            let boundary = parameters["boundary"], (1...70).contains(boundary.utf8.count)
        else { return nil }
        self.boundary = Array(boundary.utf8)
    }

    /// Consumes a token and returns it in lower case.
    private static func token(_ rest: inout ArraySlice<UInt8>) -> String? {
        skipSpace(&rest)
        let token = rest.prefix { $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?=".utf8.contains($0) }
        guard !token.isEmpty else { return nil }
        rest = rest[token.endIndex...]
        return String(decoding: token, as: UTF8.self).lowercased()
    }

    private static func value(_ rest: inout ArraySlice<UInt8>) -> String? {
        skipSpace(&rest)
        guard rest.first == UInt8(ascii: "\"") else {
            let value = rest.prefix { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "\"") }
            rest = rest[value.endIndex...]
            return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
        }
        rest = rest.dropFirst()
        // No boundary needs an escaped character (RFC 2046 section 5.1.1).
        let value = rest.prefix { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        rest = rest[value.endIndex...]
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        rest = rest.dropFirst()
        return String(decoding: value, as: UTF8.self)
    }

    private static func skip(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
        skipSpace(&rest)
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func skipSpace(_ rest: inout ArraySlice<UInt8>) {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    }
}

/// Header fields or fields of a delivery status, unfolded.
private struct FieldGroup {
    private var fields: [(name: String, value: String)] = []

    /// Returns nil for more than 500 lines, a line of more than 998 bytes (RFC 5322 section 2.1.1), a line without a name, and control
    /// characters.
    init?(_ lines: ArraySlice<ArraySlice<UInt8>>) {
        guard lines.count <= 500 else { return nil }
        for (index, line) in lines.enumerated() {
            guard line.count <= 998, line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
            // The line that separates messages in a mailbox file precedes the headers that a program receives.
            if index == 0, line.starts(with: "From ".utf8) { continue }
            if let last = fields.indices.last, line.first == 0x20 || line.first == 0x09 {
                fields[last].value += " " + String(decoding: line, as: UTF8.self).trimmed
                continue
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                line[..<colon].allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { return nil }
            fields.append(
                (
                    String(decoding: line[..<colon], as: UTF8.self).lowercased(),
                    String(String(decoding: line[(colon + 1)...], as: UTF8.self).trimmed)
                ))
        }
    }

    /// Returns the value of a field that occurs once.
    func only(_ name: String) -> String? {
        let values = all(name)
        return values.count == 1 ? values[0] : nil
    }

    func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    fileprivate var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
