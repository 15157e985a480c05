#if PostgreSQL
import Accounts
import InternetAddresses
import PasswordHashing
import Secrets

// What PostgreSQL's types are here, in its binary forms: numbers most significant octet first, texts in UTF-8.

extension Int64: StoredValue {
    static var type: ValueType { .int8 }
    var binary: [UInt8]? { withUnsafeBytes(of: bigEndian) { Array($0) } }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        let size =
            switch type {
            case .int2: 2
            case .int4: 4
            case .int8: 8
            default: 0
            }
        guard size > 0, octets.count == size else { return nil }
        let bits = octets.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let unused = 64 - size * 8
        self = Int64(bitPattern: bits << unused) >> unused
    }
}

extension Int: StoredValue {
    static var type: ValueType { .int8 }
    var binary: [UInt8]? { Int64(self).binary }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard let value = Int64(type: type, octets: octets) else { return nil }
        self.init(value)
    }
}

extension Bool: StoredValue {
    static var type: ValueType { .boolean }
    var binary: [UInt8]? { [self ? 1 : 0] }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard type == .boolean, octets.count == 1 else { return nil }
        self = octets[0] != 0
    }
}

extension String: StoredValue {
    static var type: ValueType { .text }
    var binary: [UInt8]? { Array(utf8) }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard type == .text else { return nil }
        self.init(validating: octets, as: UTF8.self)
    }
}

/// Octets, apart from arrays of octets.
struct Octets: StoredValue {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    static var type: ValueType { .octets }
    var binary: [UInt8]? { bytes }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard type == .octets else { return nil }
        bytes = Array(octets)
    }
}

/// Several values of octets as one parameter, for `= ANY`.
struct OctetsList: ParameterValue {
    let elements: [[UInt8]]

    static var type: ValueType { .octetsArray }

    /// One dimension, no NULL, the type of the elements, their number, the first index; then each with its length.
    var binary: [UInt8]? {
        let header: [Int32] = [1, 0, Int32(ValueType.octets.rawValue), Int32(elements.count), 1]
        return header.flatMap(\.octetsInOrder) + elements.flatMap { Int32($0.count).octetsInOrder + $0 }
    }
}

extension Int32 {
    fileprivate var octetsInOrder: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

// The values of the domain: times as milliseconds, identifiers as UUIDs, everything else random as octets.

extension Timestamp: StoredValue {
    static var type: ValueType { Int64.type }
    var binary: [UInt8]? { milliseconds.binary }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard let milliseconds = Int64(type: type, octets: octets) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension Identifier: StoredValue {
    static var type: ValueType { .uuid }
    var binary: [UInt8]? { bytes }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard type == .uuid else { return nil }
        self.init(bytes: Array(octets))
    }
}

extension TokenDigest: StoredValue {
    static var type: ValueType { .octets }
    var binary: [UInt8]? { bytes }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard type == .octets else { return nil }
        self.init(bytes: Array(octets))
    }
}

extension IPAddress: StoredValue {
    static var type: ValueType { .octets }
    var binary: [UInt8]? { octets }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard type == .octets else { return nil }
        self.init(octets: Array(octets))
    }
}

extension BudgetKey: StoredValue {
    static var type: ValueType { .octets }
    var binary: [UInt8]? { bytes }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard type == .octets else { return nil }
        self.init(bytes: Array(octets))
    }
}

extension DevicePublicKey: StoredValue {
    static var type: ValueType { .octets }
    var binary: [UInt8]? { x963 }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard type == .octets else { return nil }
        self.init(x963: Array(octets))
    }
}

extension Sealed: StoredValue {
    static var type: ValueType { .octets }
    var binary: [UInt8]? { bytes }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard type == .octets, let sealed = try? Sealed(bytes: Array(octets)) else { return nil }
        self = sealed
    }
}

extension PasswordHash: StoredValue {
    static var type: ValueType { .text }
    var binary: [UInt8]? { phc.binary }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard let phc = String(type: type, octets: octets), let hash = try? PasswordHash(phc: phc) else { return nil }
        self = hash
    }
}

extension AppleTeamID: StoredValue {
    static var type: ValueType { .text }
    var binary: [UInt8]? { text.binary }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard let text = String(type: type, octets: octets) else { return nil }
        self.init(text)
    }
}

extension AppleSubject: StoredValue {
    static var type: ValueType { .text }
    var binary: [UInt8]? { text.binary }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard let text = String(type: type, octets: octets) else { return nil }
        self.init(text)
    }
}

extension AppleClientID: StoredValue {
    static var type: ValueType { .text }
    var binary: [UInt8]? { text.binary }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard let text = String(type: type, octets: octets) else { return nil }
        self.init(text)
    }
}

extension ReturnPath: StoredValue {
    static var type: ValueType { .text }
    var binary: [UInt8]? { text.binary }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard let text = String(type: type, octets: octets) else { return nil }
        self.init(text)
    }
}

// Closed sets, by the raw values that are stored.

extension AuditEventKind: StoredValue {}
extension AppleFlow: StoredValue {}
extension AppleRealUserStatus: StoredValue {}
extension JobKind: StoredValue {}

extension StoredValue where Self: RawRepresentable, RawValue: StoredValue {
    static var type: ValueType { RawValue.type }
    var binary: [UInt8]? { rawValue.binary }

    init?(type: ValueType, octets: UnsafeRawBufferPointer) {
        guard let raw = RawValue(type: type, octets: octets) else { return nil }
        self.init(rawValue: raw)
    }
}
#endif
