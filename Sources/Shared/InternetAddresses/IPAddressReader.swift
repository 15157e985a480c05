/// Parses the text of an address or a network, byte by byte.
struct IPAddressReader {
    private let text: [UInt8]
    private var position = 0

    init(_ text: some StringProtocol) {
        self.text = Array(text.utf8)
    }

    /// Parses the whole text as an address.
    mutating func address() throws(IPAddressError) -> IPAddress {
        let (address, _) = try addressAsWritten()
        try end()
        return address
    }

    /// Parses the whole text as a network: an address, optionally with `/` and a prefix length.
    mutating func network() throws(IPAddressError) -> IPNetwork {
        let (address, writtenFamily) = try addressAsWritten()
        guard next == UInt8(ascii: "/") else {
            try end()
            return IPNetwork(containing: address, prefixLength: address.family.bitWidth)
        }
        position += 1
        let start = position
        let written = try decimal(upTo: writtenFamily.bitWidth)
        try end()
        // The prefix of an IPv4-mapped network includes the 96 bits that normalization removes.
        let prefixLength = written - (writtenFamily.bitWidth - address.family.bitWidth)
        guard prefixLength >= 0, let network = IPNetwork(address: address, prefixLength: prefixLength) else {
            throw IPAddressError(.hostBitsSet, at: start)
        }
        return network
    }

    private mutating func addressAsWritten() throws(IPAddressError) -> (IPAddress, IPAddress.Family) {
        guard !text.isEmpty else { throw IPAddressError(.empty, at: 0) }
        let digits = text.prefix { $0.isHexadecimalDigit }
        if digits.count < text.count, text[digits.count] == UInt8(ascii: ".") {
            return (IPAddress(v4: try dottedDecimal()), .v4)
        }
        return (IPAddress(v6: try groups()), .v6)
    }

    private mutating func dottedDecimal() throws(IPAddressError) -> UInt32 {
        var bits = UInt32(try decimal(upTo: 255))
        for _ in 1..<4 {
            try expect(UInt8(ascii: "."))
            bits = bits << 8 | UInt32(try decimal(upTo: 255))
        }
        return bits
    }

    private mutating func groups() throws(IPAddressError) -> UInt128 {
        var groups: [UInt16] = []
        var gap: Int?
        if next == UInt8(ascii: ":") {
            position += 1
            try expect(UInt8(ascii: ":"))
            gap = 0
        }
        while let character = next, character.isHexadecimalDigit || groups.isEmpty && gap == nil {
            if dottedDecimalFollows {
                guard groups.count <= 6 else { throw IPAddressError(.tooManyGroups, at: position) }
                let embedded = try dottedDecimal()
                groups += [UInt16(truncatingIfNeeded: embedded >> 16), UInt16(truncatingIfNeeded: embedded)]
                break
            }
            guard groups.count < 8 else { throw IPAddressError(.tooManyGroups, at: position) }
            groups.append(try hexadecimalGroup())
            guard next == UInt8(ascii: ":") else { break }
            position += 1
            if next == UInt8(ascii: ":") {
                guard gap == nil else { throw IPAddressError(.tooManyGroups, at: position) }
                position += 1
                gap = groups.count
            } else if next.map(\.isHexadecimalDigit) != true {
                throw next == nil ? IPAddressError(.endsEarly, at: position) : IPAddressError(.unexpectedCharacter, at: position)
            }
        }
        return try number(groups, gap: gap)
    }

    /// Joins the groups, and inserts zero groups at `gap` to make eight.
    private func number(_ groups: [UInt16], gap: Int?) throws(IPAddressError) -> UInt128 {
        var groups = groups
        if let gap {
            guard groups.count < 8 else { throw IPAddressError(.tooManyGroups, at: position) }
            groups.insert(contentsOf: repeatElement(0, count: 8 - groups.count), at: gap)
        } else if groups.count < 8 {
            throw failure(orAtEnd: .endsEarly)
        }
        return groups.reduce(UInt128(0)) { $0 << 16 | UInt128($1) }
    }

    private var dottedDecimalFollows: Bool {
        var end = position
        while end < text.count, text[end].isHexadecimalDigit { end += 1 }
        return end < text.count && text[end] == UInt8(ascii: ".")
    }

    private mutating func hexadecimalGroup() throws(IPAddressError) -> UInt16 {
        let start = position
        var value: UInt16 = 0
        while let digit = next.flatMap(\.hexadecimalValue) {
            guard position - start < 4 else { throw IPAddressError(.groupTooLong, at: start) }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        guard position > start else { throw failure(orAtEnd: .endsEarly) }
        return value
    }

    private mutating func decimal(upTo maximum: Int) throws(IPAddressError) -> Int {
        let start = position
        var value = 0
        while let digit = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
            guard position == start || value > 0 else { throw IPAddressError(.leadingZero, at: start) }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
            guard value <= maximum else { throw IPAddressError(.numberTooLarge, at: start) }
            position += 1
        }
        guard position > start else { throw failure(orAtEnd: .endsEarly) }
        return value
    }

    private mutating func expect(_ character: UInt8) throws(IPAddressError) {
        guard next == character else { throw failure(orAtEnd: .endsEarly) }
        position += 1
    }

    private func end() throws(IPAddressError) {
        guard position == text.count else { throw failure(orAtEnd: .endsEarly) }
    }

    private func failure(orAtEnd reason: IPAddressError.Reason) -> IPAddressError {
        switch next {
        case nil: IPAddressError(reason, at: position)
        case UInt8(ascii: "%"): IPAddressError(.zoneIdentifier, at: position)
        default: IPAddressError(.unexpectedCharacter, at: position)
        }
    }

    private var next: UInt8? { position < text.count ? text[position] : nil }
}

/// The reason why a text is not an address or a network, and the position of the error.
package struct IPAddressError: Error, Hashable, Sendable {
    /// The kinds of errors.
    package enum Reason: Hashable, Sendable {
        /// The text is empty.
        case empty
        /// A character is not permitted at this position.
        case unexpectedCharacter
        /// The text ends before the address is complete.
        case endsEarly
        /// A decimal number of several digits begins with a zero.
        case leadingZero
        /// A decimal number exceeds 255, or a prefix length is too large for the family.
        case numberTooLarge
        /// A hexadecimal group has more than four digits.
        case groupTooLong
        /// There are more than eight groups, eight groups and a `::`, or a second `::`.
        case tooManyGroups
        /// The address has a zone identifier (`%eth0`), which is only meaningful on one machine.
        case zoneIdentifier
        /// A network's address has bits set after its prefix.
        case hostBitsSet
    }

    /// The kind of error.
    package let reason: Reason
    /// The offset in UTF-8 code units from the start of the text.
    package let position: Int

    /// Creates an error of a kind at a UTF-8 offset.
    package init(_ reason: Reason, at position: Int) {
        self.reason = reason
        self.position = position
    }
}

extension IPAddressError: CustomStringConvertible {
    /// A description for the operator who wrote the text into a configuration.
    package var description: String { "\(words) at character \(position + 1)" }

    private var words: String {
        switch reason {
        case .empty: "no address"
        case .unexpectedCharacter: "unexpected character"
        case .endsEarly: "address ends early"
        case .leadingZero: "leading zero"
        case .numberTooLarge: "number too large"
        case .groupTooLong: "group of more than four digits"
        case .tooManyGroups: "too many groups"
        case .zoneIdentifier: "zone identifier not allowed"
        case .hostBitsSet: "address has bits set beyond the prefix length"
        }
    }
}
