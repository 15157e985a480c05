import Accounts
import FoundationEssentials
import GRDB
import InternetAddresses
import PasswordHashing
import Secrets

// The values of the domain as columns hold them: times as milliseconds, everything random as octets.

extension Timestamp: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { milliseconds.databaseValue }

    static func fromDatabaseValue(_ stored: DatabaseValue) -> Timestamp? {
        Int64.fromDatabaseValue(stored).map(Timestamp.init(milliseconds:))
    }
}

extension Identifier: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    static func fromDatabaseValue(_ stored: DatabaseValue) -> Identifier? {
        stored.octets.flatMap(Identifier.init(bytes:))
    }
}

extension TokenDigest: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    static func fromDatabaseValue(_ stored: DatabaseValue) -> TokenDigest? {
        stored.octets.flatMap(TokenDigest.init(bytes:))
    }
}

extension IPAddress: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { Data(octets).databaseValue }

    static func fromDatabaseValue(_ stored: DatabaseValue) -> IPAddress? {
        stored.octets.flatMap { IPAddress(octets: $0) }
    }
}

extension BudgetKey: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    static func fromDatabaseValue(_ stored: DatabaseValue) -> BudgetKey? {
        stored.octets.map(BudgetKey.init(bytes:))
    }
}

extension PasswordHash: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { phc.databaseValue }

    static func fromDatabaseValue(_ stored: DatabaseValue) -> PasswordHash? {
        String.fromDatabaseValue(stored).flatMap { try? PasswordHash(phc: $0) }
    }
}

extension DevicePublicKey: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { Data(x963).databaseValue }

    static func fromDatabaseValue(_ stored: DatabaseValue) -> DevicePublicKey? {
        stored.octets.flatMap { DevicePublicKey(x963: $0) }
    }
}

extension AuditEventKind: DatabaseValueConvertible {}
extension AppleFlow: DatabaseValueConvertible {}
extension AppleRealUserStatus: DatabaseValueConvertible {}
extension JobKind: DatabaseValueConvertible {}

extension AppleTeamID: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { text.databaseValue }

    static func fromDatabaseValue(_ stored: DatabaseValue) -> AppleTeamID? {
        String.fromDatabaseValue(stored).flatMap { AppleTeamID($0) }
    }
}

extension AppleSubject: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { text.databaseValue }

    static func fromDatabaseValue(_ stored: DatabaseValue) -> AppleSubject? {
        String.fromDatabaseValue(stored).flatMap { AppleSubject($0) }
    }
}

extension AppleClientID: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { text.databaseValue }

    static func fromDatabaseValue(_ stored: DatabaseValue) -> AppleClientID? {
        String.fromDatabaseValue(stored).flatMap { AppleClientID($0) }
    }
}

extension ReturnPath: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { text.databaseValue }

    static func fromDatabaseValue(_ stored: DatabaseValue) -> ReturnPath? {
        String.fromDatabaseValue(stored).flatMap { ReturnPath($0) }
    }
}

extension Sealed: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    static func fromDatabaseValue(_ stored: DatabaseValue) -> Sealed? {
        stored.octets.flatMap { try? Sealed(bytes: $0) }
    }
}

extension DatabaseValue {
    /// The octets of a BLOB; nil for any other type of value.
    var octets: [UInt8]? {
        if case .blob(let data) = storage { return Array(data) }
        return nil
    }
}
