import Crypto
import DeviceProtocol
import Foundation

/// The inputs of extensions in a request to a credential provider (Web Authentication Level 3, section 10.1; iOS 18).
public enum ASPasskeyCredentialExtensionInput: Hashable, Sendable {
    /// The app requests no extension.
    case none
    /// The inputs for a signature.
    case assertion(ASPasskeyAssertionCredentialExtensionInput)
    /// The inputs for a new passkey.
    case registration(ASPasskeyRegistrationCredentialExtensionInput)
}

/// The inputs of extensions for a signature by a provider's passkey. An input is nil if the app does not request the extension.
public struct ASPasskeyAssertionCredentialExtensionInput: Hashable, Sendable {
    /// The operation on the passkey's blob.
    public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput?
    /// The values from which the passkey derives keys. A request for one passkey has its values alone.
    public let prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput?

    /// Creates inputs.
    public init(
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput? = nil,
        prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput? = nil
    ) {
        self.largeBlob = largeBlob
        self.prf = prf
    }
}

/// The outputs of extensions for a signature by a provider's passkey. The app receives only those that it requested.
public struct ASPasskeyAssertionCredentialExtensionOutput: Sendable {
    /// The result of the operation on the blob.
    public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput?
    /// The derived keys. Each must have 32 bytes.
    public let prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput?

    /// Creates outputs.
    public init(
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput? = nil,
        prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput? = nil
    ) {
        self.largeBlob = largeBlob
        self.prf = prf
    }
}

/// The inputs of extensions for a provider's new passkey. An input is nil if the app does not request the extension.
public struct ASPasskeyRegistrationCredentialExtensionInput: Hashable, Sendable {
    /// Whether the passkey must be able to store a blob.
    public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput?
    /// Whether the passkey must be able to derive keys, and the values for the first ones. A conditional request has no values.
    public let prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput?

    /// Creates inputs.
    public init(
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput? = nil,
        prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput? = nil
    ) {
        self.largeBlob = largeBlob
        self.prf = prf
    }
}

/// The outputs of extensions for a provider's new passkey. The app receives only those that it requested, and learns that the others are
/// not supported.
public struct ASPasskeyRegistrationCredentialExtensionOutput: Sendable {
    /// Whether the passkey can store a blob.
    public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput?
    /// Whether the passkey can derive keys, and the first ones. Each must have 32 bytes.
    public let prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput?

    /// Creates outputs.
    public init(
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput? = nil,
        prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput? = nil
    ) {
        self.largeBlob = largeBlob
        self.prf = prf
    }
}

extension ASPasskeyCredentialExtensionInput {
    init(_ input: ASPasskeyAssertionCredentialExtensionInput?) {
        guard let input else {
            self = .none
            return
        }
        self = .assertion(input)
    }

    init(_ input: ASPasskeyRegistrationCredentialExtensionInput?) {
        guard let input else {
            self = .none
            return
        }
        self = .registration(input)
    }
}

// MARK: - Messages of the device

extension ASPasskeyAssertionCredentialExtensionInput {
    /// Returns nil if the app requests no extension.
    init?(_ extensions: PasskeyAssertionExtensions) {
        guard extensions != PasskeyAssertionExtensions() else { return nil }
        let blob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput? =
            switch extensions.largeBlob {
            case nil: nil
            case .read: .read
            case .write(let blob): .write(Data(blob))
            }
        self.init(largeBlob: blob, prf: extensions.prf.map { ASAuthorizationPublicKeyCredentialPRFAssertionInput($0) })
    }
}

extension ASAuthorizationPublicKeyCredentialPRFAssertionInput {
    fileprivate init(_ prf: PasskeyAssertionExtensions.PRF) {
        let named = prf.byCredential.map { (Data($0.credentialID), InputValues($0.inputs)) }
        self.init(
            inputValues: prf.inputs.map { InputValues($0) },
            perCredentialInputValues: named.isEmpty ? nil : Dictionary(named) { first, _ in first })
    }
}

extension ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues {
    fileprivate init(_ inputs: PRFInputs) {
        self.init(saltInput1: Data(inputs.first), saltInput2: inputs.second.map { Data($0) })
    }
}

extension ASPasskeyRegistrationCredentialExtensionInput {
    /// Returns nil if the app requests no extension.
    init?(_ extensions: PasskeyRegistrationExtensions) {
        guard extensions != PasskeyRegistrationExtensions() else { return nil }
        let prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput? =
            switch extensions.prf {
            case nil: nil
            case .support: .checkForSupport
            case .evaluation(let inputs): .inputValues(.init(inputs))
            }
        let blob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput? =
            switch extensions.largeBlob {
            case nil: nil
            case .required: .supportRequired
            case .preferred: .supportPreferred
            }
        self.init(largeBlob: blob, prf: prf)
    }
}

extension PasskeyAssertionOutputs {
    /// Returns nil for a key that does not have 32 bytes, and for a blob that is too long.
    init?(_ output: ASPasskeyAssertionCredentialExtensionOutput?) {
        var secrets: PRFSecrets?
        if let prf = output?.prf {
            guard let derived = PRFSecrets(prf.first, prf.second) else { return nil }
            secrets = derived
        }
        let blob: LargeBlob? =
            switch output?.largeBlob?.result {
            case nil: nil
            case .read(let data)?: data.map { LargeBlob.blob(Array($0)) } ?? .noBlob
            case .write(let isStored)?: .written(isStored)
            }
        if case .blob(let bytes)? = blob, bytes.count > PasskeyAssertionExtensions.LargeBlob.maximumLength { return nil }
        self.init(prf: secrets, largeBlob: blob)
    }
}

extension PasskeyRegistrationOutputs {
    /// Returns nil for a key that does not have 32 bytes.
    init?(_ output: ASPasskeyRegistrationCredentialExtensionOutput?) {
        var support: PRF?
        if let prf = output?.prf {
            support = prf.isSupported ? .supported : .unsupported
            if prf.isSupported, let first = prf.first {
                guard let derived = PRFSecrets(first, prf.second) else { return nil }
                support = .secrets(derived)
            }
        }
        self.init(prf: support, supportsLargeBlob: output?.largeBlob?.isSupported)
    }
}

extension PRFSecrets {
    fileprivate init?(_ first: SymmetricKey, _ second: SymmetricKey?) {
        let keys = [first, second].compactMap(\.self).map { key in key.withUnsafeBytes { Array($0) } }
        guard keys.allSatisfy({ $0.count == Self.length }) else { return nil }
        self.init(first: keys[0], second: keys.dropFirst().first)
    }
}
