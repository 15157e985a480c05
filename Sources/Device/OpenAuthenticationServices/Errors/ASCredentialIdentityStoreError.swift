public import Foundation

/// The domain of ``ASCredentialIdentityStoreError``.
public let ASCredentialIdentityStoreErrorDomain = "ASCredentialIdentityStoreErrorDomain"

/// Why the identity store was not changed.
public struct ASCredentialIdentityStoreError: _BridgedStoredNSError, Hashable, Sendable {
    /// The error as an object.
    public let _nsError: NSError

    /// The error that an object of the domain ``ASCredentialIdentityStoreErrorDomain`` is.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain ``ASCredentialIdentityStoreErrorDomain``.
    public static var errorDomain: String { ASCredentialIdentityStoreErrorDomain }
    /// The domain ``ASCredentialIdentityStoreErrorDomain``.
    public static var _nsErrorDomain: String { ASCredentialIdentityStoreErrorDomain }

    /// The codes of ``ASCredentialIdentityStoreError``.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// What the codes are of.
        public typealias _ErrorType = ASCredentialIdentityStoreError

        /// The store cannot be reached or written, or would hold too much.
        case internalError = 0
        /// The person has not let the app provide passwords.
        case storeDisabled = 1
        /// Another change is under way. Not given by this module, whose changes wait for each other.
        case storeBusy = 2
    }

    // The protocol's own equality and hash go through an object that halts the process on Linux.

    /// The same domain and the same code, whatever the text.
    public static func == (first: ASCredentialIdentityStoreError, second: ASCredentialIdentityStoreError) -> Bool {
        first._nsError.domain == second._nsError.domain && first._nsError.code == second._nsError.code
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.domain)
        hasher.combine(_nsError.code)
    }

    /// Of ``hash(into:)``.
    public var hashValue: Int {
        var hasher = Hasher()
        hash(into: &hasher)
        return hasher.finalize()
    }
}

/// The codes by the names that `catch` and `~=` use.
extension ASCredentialIdentityStoreError {
    /// See ``Code/internalError``.
    public static var internalError: Code { .internalError }
    /// See ``Code/storeDisabled``.
    public static var storeDisabled: Code { .storeDisabled }
    /// See ``Code/storeBusy``.
    public static var storeBusy: Code { .storeBusy }
}
