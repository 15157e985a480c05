/// Takes numbers and sized strings out of a TPM's bytes (TPM 2.0, part 2, section 4): the most significant byte first, in one spelling,
/// nothing left over. Positions count from the first byte of all.
struct TPMReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type = Number.self) throws(AttestationError)
        -> Number
    {
        let width = Number.bitWidth / 8
        guard rest.count >= width else { throw error(.cutShort) }
        defer { rest.removeFirst(width) }
        return rest.prefix(width).reduce(0) { $0 << 8 | Number($1) }
    }

    /// A number that can be no other.
    mutating func expect<Number: FixedWidthInteger & UnsignedInteger>(_ value: Number) throws(AttestationError) {
        let start = self
        guard try number(Number.self) == value else { throw start.error(.unexpectedValue) }
    }

    /// Bytes behind their count in two bytes.
    mutating func sized(_ lengths: ClosedRange<Int>) throws(AttestationError) -> ArraySlice<UInt8> {
        let start = self
        let count = Int(try number(UInt16.self))
        guard lengths.contains(count) else { throw start.error(.unexpectedLength) }
        guard rest.count >= count else { throw start.error(.cutShort) }
        defer { rest.removeFirst(count) }
        return rest.prefix(count)
    }

    /// A name by SHA-256.
    mutating func name() throws(AttestationError) -> TPMName {
        let start = self
        guard let name = TPMName(Array(try sized(TPMName.byteCount...TPMName.byteCount))) else {
            throw start.error(.unexpectedValue)
        }
        return name
    }

    /// A number of P-256, in 32 bytes whatever zeros the TPM left out before it.
    mutating func number32() throws(AttestationError) -> [UInt8] {
        let bytes = try sized(1...32)
        return [UInt8](repeating: 0, count: 32 - bytes.count) + bytes
    }

    func finish() throws(AttestationError) {
        guard rest.isEmpty else { throw error(.trailingBytes) }
    }

    func error(_ code: AttestationError.Code) -> AttestationError {
        AttestationError(code: code, position: rest.startIndex)
    }
}
