import JSONText
import Secrets

/// The extensions of a passkey in a document: the member `fido2Extensions` (CXF 1.0, sections 3.3.12.2 to 3.3.12.5).
extension PasskeyRecord {
    /// The member of an exported passkey. Nil for a passkey without secrets of `prf` and without a blob.
    var exchangedExtensions: JSONValue? {
        var object = JSONObject()
        if let secrets {
            object["hmacCredentials"] = .object(
                JSONObject([
                    ("algorithm", .string(PasskeySecrets.exchangedAlgorithm)),
                    ("credWithUV", .string(Base64URL.encode(secrets.withVerification))),
                    ("credWithoutUV", .string(Base64URL.encode(secrets.withoutVerification))),
                ]))
        }
        if let largeBlob, largeBlob.count <= Self.maximumBlobLength {
            object["largeBlob"] = .object(
                JSONObject([
                    ("uncompressedSize", .integer(largeBlob.count)),
                    ("data", .string(Base64URL.encode(Self.blockStart(of: largeBlob.count) + largeBlob))),
                ]))
        }
        return object.members.isEmpty ? nil : .object(object)
    }

    /// Adds the extensions of a document. Omits those that the device does not support: it reads the secrets of `hmac-sha256`, and
    /// blobs without compression.
    ///
    /// - Returns: whether the passkey has all extensions of the document.
    mutating func addExtensions(_ extensions: JSONNode) -> Bool {
        guard let members = extensions.members else { return false }
        var isComplete = true
        for member in members where !member.value.isNull {
            switch member.name {
            case "hmacCredentials":
                secrets = PasskeySecrets(exchanged: member.value)
                isComplete = isComplete && secrets != nil
            case "largeBlob":
                largeBlob = Self.blob(member.value)
                supportsLargeBlob = largeBlob != nil
                isComplete = isComplete && supportsLargeBlob
            default: isComplete = false
            }
        }
        return isComplete
    }

    private static func blob(_ node: JSONNode) -> [UInt8]? {
        guard let length = node["uncompressedSize"]?.number?.int, (0...maximumBlobLength).contains(length) else { return nil }
        let start = blockStart(of: length)
        let stored = start.count + length
        guard let data = try? node["data"].octets(stored...stored), data.starts(with: start) else { return nil }
        return Array(data.dropFirst(start.count))
    }

    /// The start of a DEFLATE stream whose only block is not compressed (RFC 1951, section 3.2.4).
    private static func blockStart(of length: Int) -> [UInt8] {
        let size = UInt16(length)
        return [0x01, UInt8(size & 0xFF), UInt8(size >> 8), UInt8(~size & 0xFF), UInt8(~size >> 8)]
    }
}

extension PasskeySecrets {
    /// The only algorithm that the format names.
    fileprivate static let exchangedAlgorithm = "hmac-sha256"

    /// Reads the secrets of a document. Returns nil for another algorithm, and for secrets of another length.
    fileprivate init?(exchanged node: JSONNode) {
        let lengths = Self.length...Self.length
        guard node["algorithm"]?.string == Self.exchangedAlgorithm, let verified = try? node["credWithUV"].octets(lengths),
            let unverified = try? node["credWithoutUV"].octets(lengths)
        else { return nil }
        self.init(withVerification: verified, withoutVerification: unverified)
    }
}
