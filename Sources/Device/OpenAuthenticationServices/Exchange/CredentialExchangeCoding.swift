import Foundation
import OneTimeCodes
import Secrets

/// Bytes and times as CXF 1.0 writes them, for any strategy of the coder: base64url without padding, Base32, and whole seconds since 1970.
extension KeyedDecodingContainer {
    func octets(_ key: Key) throws -> Data {
        guard let bytes = Base64URL.decode(try decode(String.self, forKey: key)) else {
            throw malformed(key, "must be base64url without padding")
        }
        return Data(bytes)
    }

    func octetsIfPresent(_ key: Key) throws -> Data? {
        try contains(key) && !decodeNil(forKey: key) ? octets(key) : nil
    }

    func base32(_ key: Key) throws -> Data {
        guard let bytes = try? Base32.decodeTyped(try decode(String.self, forKey: key)) else {
            throw malformed(key, "must be Base32")
        }
        return Data(bytes)
    }

    func timeIfPresent(_ key: Key) throws -> Date? {
        try decodeIfPresent(UInt64.self, forKey: key).map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }

    func malformed(_ key: Key, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
    }
}

extension KeyedEncodingContainer {
    mutating func encode(octets: Data, _ key: Key) throws {
        try encode(Base64URL.encode(octets), forKey: key)
    }

    mutating func encodeIfPresent(octets: Data?, _ key: Key) throws {
        if let octets { try encode(octets: octets, key) }
    }

    mutating func encode(base32 bytes: Data, _ key: Key) throws {
        try encode(Base32.encode(Array(bytes)), forKey: key)
    }

    /// Encodes a time. Clamps it to the range from 1970 to 2100, because other times are not those of a credential. Omits a time that
    /// is not a number.
    mutating func encodeIfPresent(time: Date?, _ key: Key) throws {
        guard let seconds = time?.timeIntervalSince1970, !seconds.isNaN else { return }
        try encode(UInt64(min(max(seconds, 0), 4_102_444_800)), forKey: key)
    }
}
