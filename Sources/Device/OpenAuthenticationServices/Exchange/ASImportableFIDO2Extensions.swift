public import Foundation

/// The extensions of a passkey (CXF 1.0, `Fido2Extensions`, section 3.3.12.2). Members that these types do not have are ignored.
public struct ASImportableFIDO2Extensions: Hashable, Codable, Sendable {
    /// The secrets of the extension `prf`.
    public var hmacCredentials: ASImportableFIDO2HMACCredential?
    /// The blob of the extension `largeBlob`.
    public var largeBlob: ASImportableFIDO2LargeBlob?

    /// Creates extensions.
    public init(hmacCredentials: ASImportableFIDO2HMACCredential? = nil, largeBlob: ASImportableFIDO2LargeBlob? = nil) {
        self.hmacCredentials = hmacCredentials
        self.largeBlob = largeBlob
    }
}

/// The secrets of a passkey for the extension `prf` (CXF 1.0, `Fido2HmacCredentials`). Its description omits them.
public struct ASImportableFIDO2HMACCredential: Hashable, Codable, Sendable {
    /// The function that derives the outputs.
    public enum Algorithm: String, Hashable, Codable, Sendable {
        /// HMAC with SHA-256.
        case sha256 = "hmac-sha256"
    }

    /// The function that derives the outputs.
    public var algorithm: Algorithm
    /// The secret for signatures that verify the user.
    public var credentialWithUV: Data
    /// The secret for signatures that do not verify the user.
    public var credentialWithoutUV: Data

    /// Creates secrets. The device saves secrets of 32 bytes.
    public init(algorithm: Algorithm, credentialWithUV: Data, credentialWithoutUV: Data) {
        self.algorithm = algorithm
        self.credentialWithUV = credentialWithUV
        self.credentialWithoutUV = credentialWithoutUV
    }

    private enum CodingKeys: String, CodingKey {
        case algorithm
        case credentialWithUV = "credWithUV"
        case credentialWithoutUV = "credWithoutUV"
    }

    /// Decodes secrets in CXF.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        algorithm = try members.decode(Algorithm.self, forKey: .algorithm)
        credentialWithUV = try members.octets(.credentialWithUV)
        credentialWithoutUV = try members.octets(.credentialWithoutUV)
    }

    /// Encodes the secrets in CXF.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(algorithm, forKey: .algorithm)
        try members.encode(octets: credentialWithUV, .credentialWithUV)
        try members.encode(octets: credentialWithoutUV, .credentialWithoutUV)
    }
}

/// The blob of a passkey (CXF 1.0, `Fido2LargeBlob`). Its description omits the content.
public struct ASImportableFIDO2LargeBlob: Hashable, Codable, Sendable {
    /// The size of the blob, in bytes.
    public var uncompressedSize: Int
    /// The blob, compressed with DEFLATE (RFC 1951). The device saves a stream of one block that is not compressed.
    public var data: Data

    /// Creates a blob.
    public init(uncompressedSize: Int, data: Data) {
        self.uncompressedSize = uncompressedSize
        self.data = data
    }

    private enum CodingKeys: String, CodingKey {
        case uncompressedSize, data
    }

    /// Decodes a blob in CXF.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        uncompressedSize = try members.decode(Int.self, forKey: .uncompressedSize)
        data = try members.octets(.data)
    }

    /// Encodes the blob in CXF.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(uncompressedSize, forKey: .uncompressedSize)
        try members.encode(octets: data, .data)
    }
}

extension ASImportableFIDO2HMACCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant description, without the secrets.
    public var description: String { "ASImportableFIDO2HMACCredential(redacted)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ASImportableFIDO2LargeBlob: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant description, without the content.
    public var description: String { "ASImportableFIDO2LargeBlob(redacted)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
