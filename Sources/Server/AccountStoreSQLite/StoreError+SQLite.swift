import Accounts
import GRDB

extension StoreError {
    /// What a failure of SQLite means to the domain, with the place of the operation that met it. Other errors, such as the
    /// cancellation of a read, stay what they are.
    ///
    /// The reason holds SQLite's own message, which names tables and columns but no values.
    static func explaining(_ error: any Error, file: String, line: Int) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        return StoreError(
            Code(error.extendedResultCode),
            reason: "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")", file: file, line: line)
    }
}

extension StoreError.Code {
    /// - Parameter code: primary or extended.
    init(_ code: ResultCode) {
        // So SQLite says that the index of its log finds no room to grow.
        if code == .SQLITE_IOERR_SHMSIZE {
            self = .full
            return
        }
        switch code.primaryResultCode {
        case .SQLITE_FULL: self = .full
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: self = .corrupt
        case .SQLITE_CANTOPEN, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH, .SQLITE_PROTOCOL,
            .SQLITE_MISUSE:
            self = .unavailable
        default: self = .failed
        }
    }
}
