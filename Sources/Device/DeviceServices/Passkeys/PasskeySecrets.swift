import Crypto
import DeviceProtocol
import Secrets
// Only the conversion of inputs: the device must not share the server's verification.
import struct WebAuthn.PRFValues

/// The secrets of a passkey from which the extension `prf` derives others. They are random, and independent of the private key.
///
/// As in CTAP2's extension `hmac-secret`, a verified user gets other secrets than one who is only present. The Credential Exchange
/// Format has a member for each of the two (`credWithUV`, `credWithoutUV`).
struct PasskeySecrets: WireRecord, Hashable, Redacted {
    /// The length of each secret, in bytes.
    static let length = 32

    let withVerification: [UInt8]
    let withoutVerification: [UInt8]

    init(withVerification: [UInt8], withoutVerification: [UInt8]) {
        self.withVerification = withVerification
        self.withoutVerification = withoutVerification
    }

    init(random: any RandomBytes) {
        self.init(withVerification: random.bytes(Self.length), withoutVerification: random.bytes(Self.length))
    }

    /// Derives a secret from each value (Web Authentication Level 3, section 10.1.4).
    func derived(from inputs: PRFInputs, isVerified: Bool) -> PRFSecrets {
        let key = SymmetricKey(data: isVerified ? withVerification : withoutVerification)
        let outputs = PRFValues(inputs.first, inputs.second).hmacSecretSalts.map { salt in
            Array(HMAC<SHA256>.authenticationCode(for: salt, using: key))
        }
        return PRFSecrets(first: outputs[0], second: outputs.dropFirst().first)
    }

    static let wire = WireForm(
        Self.init(withVerification:withoutVerification:), .field(\.withVerification, .bareOctets(length)),
        .field(\.withoutVerification, .bareOctets(length)))
}

extension PasskeyRecord {
    /// The maximum length of a stored blob, in bytes. A certificate, or a key with its description, fits; all passkeys of a device
    /// are read at once, so that larger blobs would slow every sheet down.
    static let maximumBlobLength = 4_096

    /// Returns the outputs for a new passkey. A secret requires a verified user.
    func outputs(for extensions: PasskeyRegistrationExtensions, isVerified: Bool) -> PasskeyRegistrationOutputs {
        let prf: PasskeyRegistrationOutputs.PRF? =
            switch (extensions.prf, secrets) {
            case (nil, _): nil
            case (_, nil): .unsupported
            case (.evaluation(let inputs)?, let secrets?) where isVerified:
                .secrets(secrets.derived(from: inputs, isVerified: true))
            default: .supported
            }
        return PasskeyRegistrationOutputs(prf: prf, supportsLargeBlob: extensions.largeBlob.map { _ in supportsLargeBlob })
    }

    /// Returns the outputs for a signature by a verified user.
    ///
    /// - Parameter wasWritten: whether a blob that the request writes was stored.
    func outputs(for extensions: PasskeyAssertionExtensions, wasWritten: Bool) -> PasskeyAssertionOutputs {
        let inputs = extensions.prf?.inputs(for: passkey.credentialID)
        let blob: PasskeyAssertionOutputs.LargeBlob? =
            switch extensions.largeBlob {
            case nil: nil
            case .read: largeBlob.map(PasskeyAssertionOutputs.LargeBlob.blob) ?? .noBlob
            case .write: .written(wasWritten)
            }
        return PasskeyAssertionOutputs(
            prf: inputs.flatMap { secrets?.derived(from: $0, isVerified: true) }, largeBlob: blob)
    }

    /// Stores the blob that the extension writes. Returns false if the passkey cannot store it.
    mutating func store(_ blob: [UInt8]) -> Bool {
        guard supportsLargeBlob, blob.count <= Self.maximumBlobLength else { return false }
        largeBlob = blob
        return true
    }
}

extension PasskeyRegistrationExtensions {
    /// Returns those of a provider's outputs that the app requested. A missing one means that the passkey does not support the extension.
    func requested(of outputs: PasskeyRegistrationOutputs) -> PasskeyRegistrationOutputs {
        let support: PasskeyRegistrationOutputs.PRF? =
            switch (prf, outputs.prf) {
            case (nil, _): nil
            case (_, nil): .unsupported
            case (.support?, .secrets?): .supported
            case (_, let output?): output
            }
        return PasskeyRegistrationOutputs(
            prf: support, supportsLargeBlob: largeBlob.map { _ in outputs.supportsLargeBlob ?? false })
    }
}

extension PasskeyAssertionExtensions {
    /// Returns the extensions for one passkey, without the values for others.
    func reduced(to credentialID: [UInt8]) -> PasskeyAssertionExtensions {
        PasskeyAssertionExtensions(prf: prf?.inputs(for: credentialID).map { PRF($0) }, largeBlob: largeBlob)
    }

    /// Returns those of a provider's outputs that the app requested of this passkey. A missing result of the blob counts as a failure.
    func requested(of outputs: PasskeyAssertionOutputs, by credentialID: [UInt8]) -> PasskeyAssertionOutputs {
        let inputs = prf?.inputs(for: credentialID)
        let secrets = inputs.flatMap { inputs in
            outputs.prf.map { PRFSecrets(first: $0.first, second: inputs.second == nil ? nil : $0.second) }
        }
        let blob: PasskeyAssertionOutputs.LargeBlob? =
            switch (largeBlob, outputs.largeBlob) {
            case (nil, _): nil
            case (.read?, .blob?), (.read?, .noBlob?), (.write?, .written?): outputs.largeBlob
            case (.read?, _): .noBlob
            case (.write?, _): .written(false)
            }
        return PasskeyAssertionOutputs(prf: secrets, largeBlob: blob)
    }
}
