public import Crypto
import DeviceProtocol
public import Foundation

/// The input of the extension `prf` for a signature (Web Authentication Level 3, section 10.1.4): values from which the passkey derives
/// keys. The same passkey derives the same keys from the same values, on each device of the account.
public struct ASAuthorizationPublicKeyCredentialPRFAssertionInput: Hashable, Sendable {
    /// One or two values, each at most 1,024 bytes. A request with a longer value fails with ``ASAuthorizationError/failed``.
    public struct InputValues: Hashable, Sendable {
        /// The value of the first key.
        public var saltInput1: Data
        /// The value of the second key.
        public var saltInput2: Data?

        /// Creates values.
        public init(saltInput1: Data, saltInput2: Data? = nil) {
            self.saltInput1 = saltInput1
            self.saltInput2 = saltInput2
        }
    }

    /// The values for a passkey that ``perCredentialInputValues`` does not contain.
    public let inputValues: InputValues?
    /// The values by credential ID. Each ID must be one of the request's allowed credentials; otherwise the request fails with
    /// ``ASAuthorizationError/failed``.
    public let perCredentialInputValues: [Data: InputValues]?

    /// Creates an input with values for any passkey, and possibly others for some passkeys.
    public static func inputValues(_ inputValues: InputValues, perCredentialInputValues: [Data: InputValues]? = nil) -> Self {
        Self(inputValues: inputValues, perCredentialInputValues: perCredentialInputValues)
    }

    /// Creates an input with values for some passkeys. Other passkeys derive no keys.
    public static func perCredentialInputValues(_ perCredentialInputValues: [Data: InputValues]) -> Self {
        Self(inputValues: nil, perCredentialInputValues: perCredentialInputValues)
    }
}

/// The keys that a passkey derived for a signature. Do not store them: the passkey derives them again.
public struct ASAuthorizationPublicKeyCredentialPRFAssertionOutput: Sendable {
    /// The key of the first value: 32 bytes.
    public let first: SymmetricKey
    /// The key of the second value.
    public let second: SymmetricKey?

    /// Creates an output.
    public init(first: SymmetricKey, second: SymmetricKey?) {
        self.first = first
        self.second = second
    }

    init(_ secrets: PRFSecrets) {
        self.init(first: SymmetricKey(data: secrets.first), second: secrets.second.map { SymmetricKey(data: $0) })
    }
}

/// The input of the extension `prf` for a new passkey.
public struct ASAuthorizationPublicKeyCredentialPRFRegistrationInput: Hashable, Sendable {
    /// One or two values; see ``ASAuthorizationPublicKeyCredentialPRFAssertionInput/InputValues``.
    public typealias InputValues = ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues

    /// Whether the app requests no keys, and only asks whether the passkey can derive some.
    public let shouldCheckForSupport: Bool
    /// The values from which the new passkey derives keys.
    public let inputValues: InputValues?

    /// Asks whether the new passkey can derive keys.
    public static let checkForSupport = Self(shouldCheckForSupport: true, inputValues: nil)

    /// Requests keys of the new passkey. A conditional request returns none, because it does not verify the user.
    public static func inputValues(_ inputValues: InputValues) -> Self {
        Self(shouldCheckForSupport: false, inputValues: inputValues)
    }
}

/// Whether a new passkey can derive keys, and those that it derived.
public struct ASAuthorizationPublicKeyCredentialPRFRegistrationOutput: Sendable {
    /// Whether the passkey can derive keys.
    public let isSupported: Bool
    /// The key of the first value: 32 bytes. Nil if the request has no values, and if the user was not verified.
    public let first: SymmetricKey?
    /// The key of the second value.
    public let second: SymmetricKey?

    /// The passkey can derive keys, and derived none.
    public static let supported = Self(isSupported: true, first: nil, second: nil)
    /// The passkey cannot derive keys.
    public static let unsupported = Self(isSupported: false, first: nil, second: nil)

    /// Creates an output with keys.
    public init(first: SymmetricKey, second: SymmetricKey?) {
        self.init(isSupported: true, first: first, second: second)
    }

    private init(isSupported: Bool, first: SymmetricKey?, second: SymmetricKey?) {
        self.isSupported = isSupported
        self.first = first
        self.second = second
    }

    init(_ output: PasskeyRegistrationOutputs.PRF) {
        switch output {
        case .unsupported: self = .unsupported
        case .supported: self = .supported
        case .secrets(let secrets):
            self.init(first: SymmetricKey(data: secrets.first), second: secrets.second.map { SymmetricKey(data: $0) })
        }
    }
}

// MARK: - Messages to the device

extension PasskeyRegistrationExtensions {
    /// Returns nil for a value that is too long.
    init?(
        _ prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput?,
        _ largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput?
    ) {
        var requested: PRF?
        if let prf {
            requested = .support
            if let values = prf.inputValues {
                guard let inputs = PRFInputs(values) else { return nil }
                requested = .evaluation(inputs)
            }
        }
        self.init(prf: requested, largeBlob: largeBlob?.requirement)
    }
}

extension PasskeyAssertionExtensions {
    /// Returns nil for a value that is too long.
    init?(
        _ prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput?,
        _ largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput?
    ) {
        var requested: PRF?
        if let prf {
            var named: [PRFCredentialInputs] = []
            for (id, values) in prf.perCredentialInputValues ?? [:] {
                guard let inputs = PRFInputs(values) else { return nil }
                named.append(PRFCredentialInputs(credentialID: Array(id), inputs: inputs))
            }
            var general: PRFInputs?
            if let values = prf.inputValues {
                guard let inputs = PRFInputs(values) else { return nil }
                general = inputs
            }
            requested = PRF(general, byCredential: named)
        }
        self.init(prf: requested, largeBlob: largeBlob?.request)
    }
}

extension PRFInputs {
    fileprivate init?(_ values: ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues) {
        self.init(first: Array(values.saltInput1), second: values.saltInput2.map(Array.init))
    }
}
