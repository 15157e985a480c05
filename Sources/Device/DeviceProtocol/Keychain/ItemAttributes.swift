/// The attributes of an item. Each value has the kind that its attribute requires.
package struct ItemAttributes: Hashable, Sendable {
    private struct Entry: Hashable {
        let name: AttributeName
        let value: AttributeValue
    }

    /// Sorted by short name, without duplicates. Items have few attributes, and a dictionary would hash their short names.
    private var entries: [Entry] = []

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// The names of the attributes, sorted by short name.
    package var names: [AttributeName] { entries.map(\.name) }

    package subscript(name: AttributeName) -> AttributeValue? { entries.first { $0.name == name }?.value }

    /// Sets the value. Returns false, without a change, if the attribute does not accept this kind of value.
    @discardableResult
    package mutating func set(_ name: AttributeName, _ value: AttributeValue) -> Bool {
        guard name.accepts(value.kind) else { return false }
        put(Entry(name: name, value: value))
        return true
    }

    package mutating func remove(_ name: AttributeName) {
        entries.removeAll { $0.name == name }
    }

    /// Returns these attributes, overridden by the other ones.
    package func updated(with other: ItemAttributes) -> ItemAttributes {
        var result = self
        for entry in other.entries { result.put(entry) }
        return result
    }

    /// Returns whether these attributes contain each of `wanted` with the same value.
    package func contains(_ wanted: ItemAttributes) -> Bool {
        wanted.entries.allSatisfy { self[$0.name]?.compared(as: $0.name) == $0.value.compared(as: $0.name) }
    }

    private mutating func put(_ entry: Entry) {
        let place = entries.firstIndex { $0.name.rawValue >= entry.name.rawValue } ?? entries.endIndex
        if place < entries.endIndex, entries[place].name == entry.name {
            entries[place] = entry
        } else {
            entries.insert(entry, at: place)
        }
    }
}

extension ItemAttributes: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        var last: String?
        entries = try reader.list(atMost: AttributeName.allCases.count) { (reader) throws(WireError) in
            let entry = Entry(name: try reader.value(), value: try reader.value())
            // The encoding is unique: sorted by name, no duplicates, values of an accepted kind.
            guard last.map({ $0 < entry.name.rawValue }) ?? true, entry.name.accepts(entry.value.kind) else {
                throw WireError(.rejectedValue, at: start)
            }
            last = entry.name.rawValue
            return entry
        }
    }

    package func write(to writer: inout WireWriter) {
        writer.list(entries) { writer, entry in
            writer.value(entry.name)
            writer.value(entry.value)
        }
    }
}

/// The value of one attribute of a keychain item.
package enum AttributeValue: Hashable, Sendable {
    case data([UInt8])
    case text(String)
    case number(Int64)
    case flag(Bool)
    /// Seconds since 2001-01-01T00:00:00Z; finite.
    case date(Double)

    package enum Kind: UInt8, WireValue, CaseIterable {
        case data = 1
        case text = 2
        case number = 3
        case flag = 4
        case date = 5
    }

    package var kind: Kind {
        switch self {
        case .data: .data
        case .text: .text
        case .number: .number
        case .flag: .flag
        case .date: .date
        }
    }
}

/// Written out instead of declared as a ``WireForm``, whose cases are tried one after the other: a request for an item decodes about
/// ten values.
extension AttributeValue: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Kind.self) {
        case .data: self = .data(try reader.octets())
        case .text: self = .text(try reader.text())
        case .number: self = .number(try reader.number())
        case .flag: self = .flag(try reader.flag())
        case .date: self = .date(try Self.seconds.read(&reader))
        }
    }

    package func write(to writer: inout WireWriter) {
        writer.value(kind)
        switch self {
        case .data(let octets): writer.octets(octets)
        case .text(let text): writer.text(text)
        case .number(let number): writer.number(number)
        case .flag(let flag): writer.flag(flag)
        case .date(let seconds): Self.seconds.write(seconds, &writer)
        }
    }

    private static let seconds = WireKind<Double>.seconds
}

extension AttributeValue {
    /// Returns the value as it is compared under `name`. Apple's keychain compares bytes: a text and its UTF-8 bytes are equal, and
    /// each item keeps the form it was given.
    package func compared(as name: AttributeName) -> AttributeValue {
        guard name.kind == .text, case .data(let octets) = self, let text = String(validating: octets, as: UTF8.self) else {
            return self
        }
        return .text(text)
    }
}

/// The attributes of keychain items, with Apple's short names (`kSecAttr…` in SecItem.h).
///
/// Class, access group, synchronization and access control have separate types.
package enum AttributeName: String, WireValue, CaseIterable {
    case account = "acct"
    case service = "svce"
    case generic = "gena"
    case securityDomain = "sdmn"
    case server = "srvr"
    case networkProtocol = "ptcl"
    case authenticationType = "atyp"
    case port
    case path
    case creationDate = "cdat"
    case modificationDate = "mdat"
    case description = "desc"
    case comment = "icmt"
    case creator = "crtr"
    case type
    case label = "labl"
    case isInvisible = "invi"
    case isNegative = "nega"
    case subject = "subj"
    case issuer = "issr"
    case serialNumber = "slnr"
    case subjectKeyID = "skid"
    case publicKeyHash = "pkhh"
    case certificateType = "ctyp"
    case certificateEncoding = "cenc"
    case keyClass = "kcls"
    case applicationLabel = "klbl"
    case applicationTag = "atag"
    case isPermanent = "perm"
    case isSensitive = "sens"
    case isExtractable = "extr"
    case keySizeInBits = "bsiz"
    case effectiveKeySize = "esiz"
    case canEncrypt = "encr"
    case canDecrypt = "decr"
    case canDerive = "drve"
    case canSign = "sign"
    case canVerify = "vrfy"
    case canWrap = "wrap"
    case canUnwrap = "unwp"
    case startDate = "sdat"
    case endDate = "edat"
    case syncViewHint = "vwht"
    case tokenID = "tkid"

    /// The kind of the attribute's value. `type` is a number: a four-character code in passwords, the key type in keys.
    package var kind: AttributeValue.Kind {
        switch self {
        case .account, .service, .securityDomain, .server, .networkProtocol, .authenticationType, .path, .description, .comment,
            .label,
            .syncViewHint, .tokenID:
            .text
        case .generic, .subject, .issuer, .serialNumber, .subjectKeyID, .publicKeyHash, .applicationLabel, .applicationTag:
            .data
        case .creationDate, .modificationDate, .startDate, .endDate:
            .date
        case .port, .creator, .type, .certificateType, .certificateEncoding, .keyClass, .keySizeInBits, .effectiveKeySize:
            .number
        case .isInvisible, .isNegative, .isPermanent, .isSensitive, .isExtractable, .canEncrypt, .canDecrypt, .canDerive, .canSign,
            .canVerify, .canWrap, .canUnwrap:
            .flag
        }
    }

    /// Returns whether the attribute accepts a value of this kind. Like Apple's keychain, it also accepts bytes for text attributes
    /// and text for four-character codes.
    package func accepts(_ kind: AttributeValue.Kind) -> Bool {
        switch self {
        case _ where kind == self.kind: true
        case .creator, .type: kind == .text
        default: self.kind == .text && kind == .data
        }
    }
}

extension AttributeName {
    /// The names by short name, for decoding.
    private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        guard let name = Self.named[try reader.text(atMost: 64)] else { throw WireError(.unknownValue, at: start) }
        self = name
    }
}
