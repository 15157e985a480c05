package import Accounts
package import InternetAddresses
package import PasswordHashing
package import Secrets
package import WebAuthn

// Domain values as columns store them: times as milliseconds, identifiers as sixteen bytes, other random values as bytes.

extension Timestamp: StoredValue {
    package static var kind: ColumnKind { .integer }
    package var cell: StoreCell { .integer(milliseconds) }

    package init?(cell: StoreCell) {
        guard let milliseconds = Int64(cell: cell) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension Identifier: StoredOctets {
    package static var kind: ColumnKind { .identifier }
}

extension TokenDigest: StoredOctets {}
extension BudgetKey: StoredOctets {}

extension IPAddress: StoredOctets {
    package var bytes: [UInt8] { octets }
    package init?(bytes: [UInt8]) { self.init(octets: bytes) }
}

extension TPMName: StoredOctets {
    package init?(bytes: [UInt8]) { self.init(bytes) }
}

extension DevicePublicKey: StoredOctets {
    package var bytes: [UInt8] { x963 }
    package init?(bytes: [UInt8]) { self.init(x963: bytes) }
}

extension CredentialID: StoredOctets {
    package init?(bytes: [UInt8]) {
        guard let id = try? CredentialID(bytes) else { return nil }
        self = id
    }
}

extension UserHandle: StoredOctets {
    package init?(bytes: [UInt8]) {
        guard let handle = try? UserHandle(bytes) else { return nil }
        self = handle
    }
}

extension CredentialPublicKey: StoredOctets {
    package init?(bytes: [UInt8]) {
        guard let key = try? CredentialPublicKey(bytes) else { return nil }
        self = key
    }
}

extension AAGUID: StoredOctets {
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.init(bytes)
    }
}

extension Sealed: StoredValue {
    package static var kind: ColumnKind { .octets }
    package var cell: StoreCell { .octets(bytes) }

    package init?(cell: StoreCell) {
        guard let octets = Octets(cell: cell), let sealed = try? Sealed(bytes: octets.bytes) else { return nil }
        self = sealed
    }
}

/// A value that is stored as bytes.
package protocol StoredOctets: StoredValue {
    /// The bytes.
    var bytes: [UInt8] { get }

    /// Returns nil if the bytes are not a valid value.
    init?(bytes: [UInt8])
}

extension StoredOctets {
    package static var kind: ColumnKind { .octets }
    package var cell: StoreCell { .octets(bytes) }

    package init?(cell: StoreCell) {
        guard let octets = Octets(cell: cell) else { return nil }
        self.init(bytes: octets.bytes)
    }
}

extension PasswordHash: StoredText {
    package var text: String { phc }

    package init?(_ text: String) {
        guard let hash = try? PasswordHash(phc: text) else { return nil }
        self = hash
    }
}

extension AppleTeamID: StoredText {}
extension AppleSubject: StoredText {}
extension AppleClientID: StoredText {}
extension ReturnPath: StoredText {}
extension LanguageTag: StoredText {}
extension TimeZoneName: StoredText {}
extension EventTargetName: StoredText {}
extension OperatorReason: StoredText {}

/// A value that is stored as text.
package protocol StoredText: StoredValue {
    /// The text.
    var text: String { get }

    /// Returns nil if the text is not a valid value.
    init?(_ text: String)
}

extension StoredText {
    package static var kind: ColumnKind { .text }
    package var cell: StoreCell { .text(text) }

    package init?(cell: StoreCell) {
        guard let text = String(cell: cell) else { return nil }
        self.init(text)
    }
}

// Enumerations, stored by their raw values.

extension AuditEventKind: StoredValue {}
extension AppleFlow: StoredValue {}
extension AppleRealUserStatus: StoredValue {}
extension JobKind: StoredValue {}
extension MailTemplate: StoredValue {}
extension Attestation.Kind: StoredValue {}
extension OperatorRole: StoredValue {}
extension OperatorAct: StoredValue {}
extension OperatorRecord.Kind: StoredValue {}

extension StoredValue where Self: RawRepresentable, RawValue: StoredValue {
    package static var kind: ColumnKind { RawValue.kind }
    package var cell: StoreCell { rawValue.cell }

    package init?(cell: StoreCell) {
        guard let raw = RawValue(cell: cell) else { return nil }
        self.init(rawValue: raw)
    }
}
