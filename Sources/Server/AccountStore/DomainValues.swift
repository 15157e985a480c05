package import Accounts
package import InternetAddresses
package import PasswordHashing
package import Secrets

// The values of the domain as columns hold them: times as milliseconds, identifiers as sixteen octets, everything else random as octets.

extension Timestamp: StoredValue {
    package static var kind: ColumnKind { .integer }
    package var cell: StoreCell { .integer(milliseconds) }

    package init?(cell: StoreCell) {
        guard let milliseconds = Int64(cell: cell) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension Identifier: StoredValue {
    package static var kind: ColumnKind { .identifier }
    package var cell: StoreCell { .octets(bytes) }

    package init?(cell: StoreCell) {
        guard let octets = Octets(cell: cell) else { return nil }
        self.init(bytes: octets.bytes)
    }
}

extension TokenDigest: StoredValue {
    package static var kind: ColumnKind { .octets }
    package var cell: StoreCell { .octets(bytes) }

    package init?(cell: StoreCell) {
        guard let octets = Octets(cell: cell) else { return nil }
        self.init(bytes: octets.bytes)
    }
}

extension IPAddress: StoredValue {
    package static var kind: ColumnKind { .octets }
    package var cell: StoreCell { .octets(octets) }

    package init?(cell: StoreCell) {
        guard let stored = Octets(cell: cell) else { return nil }
        self.init(octets: stored.bytes)
    }
}

extension BudgetKey: StoredValue {
    package static var kind: ColumnKind { .octets }
    package var cell: StoreCell { .octets(bytes) }

    package init?(cell: StoreCell) {
        guard let octets = Octets(cell: cell) else { return nil }
        self.init(bytes: octets.bytes)
    }
}

extension TPMName: StoredValue {
    package static var kind: ColumnKind { .octets }
    package var cell: StoreCell { .octets(bytes) }

    package init?(cell: StoreCell) {
        guard let octets = Octets(cell: cell) else { return nil }
        self.init(octets.bytes)
    }
}

extension DevicePublicKey: StoredValue {
    package static var kind: ColumnKind { .octets }
    package var cell: StoreCell { .octets(x963) }

    package init?(cell: StoreCell) {
        guard let octets = Octets(cell: cell) else { return nil }
        self.init(x963: octets.bytes)
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

extension PasswordHash: StoredValue {
    package static var kind: ColumnKind { .text }
    package var cell: StoreCell { .text(phc) }

    package init?(cell: StoreCell) {
        guard let phc = String(cell: cell), let hash = try? PasswordHash(phc: phc) else { return nil }
        self = hash
    }
}

extension AppleTeamID: StoredValue {
    package static var kind: ColumnKind { .text }
    package var cell: StoreCell { .text(text) }

    package init?(cell: StoreCell) {
        guard let text = String(cell: cell) else { return nil }
        self.init(text)
    }
}

extension AppleSubject: StoredValue {
    package static var kind: ColumnKind { .text }
    package var cell: StoreCell { .text(text) }

    package init?(cell: StoreCell) {
        guard let text = String(cell: cell) else { return nil }
        self.init(text)
    }
}

extension AppleClientID: StoredValue {
    package static var kind: ColumnKind { .text }
    package var cell: StoreCell { .text(text) }

    package init?(cell: StoreCell) {
        guard let text = String(cell: cell) else { return nil }
        self.init(text)
    }
}

extension ReturnPath: StoredValue {
    package static var kind: ColumnKind { .text }
    package var cell: StoreCell { .text(text) }

    package init?(cell: StoreCell) {
        guard let text = String(cell: cell) else { return nil }
        self.init(text)
    }
}

// Closed sets, by the raw values that are stored.

extension AuditEventKind: StoredValue {}
extension AppleFlow: StoredValue {}
extension AppleRealUserStatus: StoredValue {}
extension JobKind: StoredValue {}

extension StoredValue where Self: RawRepresentable, RawValue: StoredValue {
    package static var kind: ColumnKind { RawValue.kind }
    package var cell: StoreCell { rawValue.cell }

    package init?(cell: StoreCell) {
        guard let raw = RawValue(cell: cell) else { return nil }
        self.init(rawValue: raw)
    }
}
