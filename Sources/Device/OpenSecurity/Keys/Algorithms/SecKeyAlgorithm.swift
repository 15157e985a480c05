public import Foundation

/// What a key is asked to do, and how: the algorithm of ``SecKeyCreateSignature(_:_:_:_:)`` and its like.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
    private let name: String

    /// The algorithm that Apple calls `rawValue`. Whether there is one shows when a key is asked:
    /// ``SecKeyIsAlgorithmSupported(_:_:_:)``.
    public init(rawValue: CFString) {
        name = rawValue as String
    }

    init(_ name: String) {
        self.name = name
    }

    /// Apple's name of the algorithm.
    public var rawValue: CFString { name as NSString }
}

/// What a key can be asked to do, for ``SecKeyIsAlgorithmSupported(_:_:_:)``.
public enum SecKeyOperationType: CFIndex, Sendable {
    /// Making a signature; a private key's.
    case sign = 0
    /// Checking a signature; a public key's.
    case verify = 1
    /// Encrypting; a public key's.
    case encrypt = 2
    /// Decrypting; a private key's.
    case decrypt = 3
    /// Agreeing on a secret; a private key's.
    case keyExchange = 4
}

/// A parameter of ``SecKeyCopyKeyExchangeResult(_:_:_:_:_:)``.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, Sendable {
    private let name: String

    /// The parameter that Apple calls `rawValue`.
    public init(rawValue: CFString) {
        name = rawValue as String
    }

    /// Apple's name of the parameter.
    public var rawValue: CFString { name as NSString }

    /// How many bytes to derive: a number. Needed by every algorithm that derives.
    public static let requestedSize = SecKeyKeyExchangeParameter(rawValue: "requestedSize")
    /// Bytes that both sides know, mixed into what is derived; none by default.
    public static let sharedInfo = SecKeyKeyExchangeParameter(rawValue: "sharedInfo")
}
