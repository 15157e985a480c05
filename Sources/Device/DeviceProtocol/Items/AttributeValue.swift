/// The value of one attribute of a keychain item.
package enum AttributeValue: Hashable, Sendable {
    case data([UInt8])
    case text(String)
    case number(Int64)
    case flag(Bool)
    /// Seconds since 2001-01-01T00:00:00Z; finite.
    case date(Double)

    package enum Kind: UInt8, WireValue, CaseIterable, Sendable {
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

extension AttributeValue {
    /// The value as it is compared under `name`. Apple's keychain compares bytes: a text and its UTF-8 are one there, whichever of both an
    /// item was given, and is given back as.
    package func compared(as name: AttributeName) -> AttributeValue {
        guard name.kind == .text, case .data(let octets) = self, let text = String(validating: octets, as: UTF8.self) else {
            return self
        }
        return .text(text)
    }
}

extension AttributeValue: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Kind.self) {
        case .data: self = .data(try reader.octets())
        case .text: self = .text(try reader.text())
        case .number: self = .number(try reader.number())
        case .flag: self = .flag(try reader.flag())
        case .date:
            let start = reader.position
            let seconds = Double(bitPattern: try reader.number())
            // -0 is 0 to whoever compares and another spelling to whoever hashes bytes.
            guard seconds.isFinite, seconds.bitPattern != (-0.0).bitPattern else { throw WireError(.refusedValue, at: start) }
            self = .date(seconds)
        }
    }

    package func write(to writer: inout WireWriter) {
        writer.value(kind)
        switch self {
        case .data(let octets): writer.octets(octets)
        case .text(let text): writer.text(text)
        case .number(let number): writer.number(number)
        case .flag(let flag): writer.flag(flag)
        case .date(let seconds): writer.number((seconds + 0).bitPattern)
        }
    }
}
