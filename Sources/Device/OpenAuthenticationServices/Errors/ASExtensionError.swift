public import Foundation

/// The domain of ``ASExtensionError``.
public let ASExtensionErrorDomain = "ASExtensionErrorDomain"

/// Why an extension that provides or changes credentials gave up.
public struct ASExtensionError: _BridgedStoredNSError, Hashable, Sendable {
    /// The error as an object.
    public let _nsError: NSError

    /// The error that an object of the domain ``ASExtensionErrorDomain`` is.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain ``ASExtensionErrorDomain``.
    public static var errorDomain: String { ASExtensionErrorDomain }
    /// The domain ``ASExtensionErrorDomain``.
    public static var _nsErrorDomain: String { ASExtensionErrorDomain }

    /// The codes of ``ASExtensionError``.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// What the codes are of.
        public typealias _ErrorType = ASExtensionError

        /// The operation failed.
        case failed = 0
        /// The person cancelled.
        case userCanceled = 1
        /// The person has to be asked something.
        case userInteractionRequired = 100
        /// There is no such credential.
        case credentialIdentityNotFound = 101
        /// A passkey of the account is there already.
        case matchedExcludedCredential = 102
    }

    // The protocol's own equality and hash go through an object that halts the process on Linux.

    /// The same domain and the same code, whatever the text.
    public static func == (first: ASExtensionError, second: ASExtensionError) -> Bool {
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
extension ASExtensionError {
    /// See ``Code/failed``.
    public static var failed: Code { .failed }
    /// See ``Code/userCanceled``.
    public static var userCanceled: Code { .userCanceled }
    /// See ``Code/userInteractionRequired``.
    public static var userInteractionRequired: Code { .userInteractionRequired }
    /// See ``Code/credentialIdentityNotFound``.
    public static var credentialIdentityNotFound: Code { .credentialIdentityNotFound }
    /// See ``Code/matchedExcludedCredential``.
    public static var matchedExcludedCredential: Code { .matchedExcludedCredential }
}

/// The key of what an extension tells the person about a failure.
public let ASExtensionLocalizedFailureReasonErrorKey = "ASExtensionLocalizedFailureReason"
