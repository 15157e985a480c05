import DeviceProtocol
public import Foundation

/// The input of the extension `largeBlob` for a new passkey (Web Authentication Level 3, section 10.1.5). A passkey that was created
/// without it never stores a blob.
public struct ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput: Hashable, Sendable {
    /// Whether the passkey must be able to store a blob.
    public enum SupportRequirement: Int, Sendable {
        /// The device does not offer credential providers for the passkey, because they may store none.
        case required = 0
        /// The output reports whether the passkey can store a blob.
        case preferred = 1
    }

    /// Whether the passkey must be able to store a blob.
    public var supportRequirement: SupportRequirement

    /// The passkey must be able to store a blob.
    public static let supportRequired = Self(supportRequirement: .required)
    /// The passkey should be able to store a blob.
    public static let supportPreferred = Self(supportRequirement: .preferred)

    private init(supportRequirement: SupportRequirement) {
        self.supportRequirement = supportRequirement
    }

    var requirement: PasskeyRegistrationExtensions.LargeBlob {
        switch supportRequirement {
        case .required: .required
        case .preferred: .preferred
        }
    }
}

/// Whether a new passkey can store a blob.
public struct ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput: Hashable, Sendable {
    /// Whether the passkey can store a blob.
    public let isSupported: Bool

    /// The passkey can store a blob.
    public static let supported = Self(isSupported: true)
    /// The passkey cannot store a blob.
    public static let unsupported = Self(isSupported: false)

    init(isSupported: Bool) {
        self.isSupported = isSupported
    }
}

/// The input of the extension `largeBlob` for a signature: an operation on the blob of the chosen passkey.
public struct ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput: Hashable, Sendable {
    /// An operation on the blob.
    public enum Operation: Hashable, Sendable {
        /// Read the blob.
        case read
        /// Replace the blob. The device stores at most 4,096 bytes.
        ///
        /// The request must allow exactly one credential, and at most 65,536 bytes; otherwise it fails with
        /// ``ASAuthorizationError/failed``.
        case write(Data)
    }

    /// The operation.
    public var operation: Operation

    /// Reads the blob.
    public static let read = Self(operation: .read)

    /// Replaces the blob; see ``Operation/write(_:)``.
    public static func write(_ data: Data) -> Self {
        Self(operation: .write(data))
    }

    private init(operation: Operation) {
        self.operation = operation
    }

    var request: PasskeyAssertionExtensions.LargeBlob {
        switch operation {
        case .read: .read
        case .write(let data): .write(Array(data))
        }
    }
}

/// The result of an operation on a passkey's blob.
public struct ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput: Hashable, Sendable {
    /// The result of an operation.
    public enum OperationResult: Hashable, Sendable {
        /// The blob; nil if the passkey has none.
        case read(data: Data?)
        /// Whether the blob was stored. A failure does not affect the signature.
        case write(success: Bool)
    }

    /// The result.
    public var result: OperationResult

    /// Creates the result of reading.
    public static func read(data: Data?) -> Self {
        Self(result: .read(data: data))
    }

    /// Creates the result of writing.
    public static func write(success: Bool) -> Self {
        Self(result: .write(success: success))
    }

    private init(result: OperationResult) {
        self.result = result
    }

    init(_ output: PasskeyAssertionOutputs.LargeBlob) {
        switch output {
        case .blob(let blob): self.init(result: .read(data: Data(blob)))
        case .noBlob: self.init(result: .read(data: nil))
        case .written(let isStored): self.init(result: .write(success: isStored))
        }
    }
}
