package import DeviceProtocol
import Secrets

// Byte strings in the format of enclaves: at most 65,535 bytes, preceded by a count of 16 bits. State files and blobs have used
// this format since the first version.

extension WireReader {
    /// Reads a byte string. Rejects a count above `limit` before it checks the remaining bytes.
    mutating func shortOctets(atMost limit: Int) throws(WireError) -> [UInt8] {
        let start = position
        let count = Int(try number(UInt16.self))
        guard count <= limit else { throw WireError(.tooLong, at: start) }
        return try bareOctets(count)
    }
}

extension WireWriter {
    /// Writes a byte string. More than 65,535 bytes is a programming error, since all fields are bounded.
    mutating func shortOctets(_ octets: [UInt8]) {
        precondition(octets.count <= Int(UInt16.max), "a field that exceeds its length prefix")
        number(UInt16(octets.count))
        bareOctets(octets)
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The bytes of the number, most significant first.
    var bigEndianBytes: [UInt8] {
        withUnsafeBytes(of: bigEndian) { Array($0) }
    }
}

extension WireKind<[UInt8]> {
    /// Bytes with a count of 16 bits.
    static func shortOctets(atMost limit: Int) -> WireKind {
        WireKind(read: { (reader) throws(WireError) in try reader.shortOctets(atMost: limit) }, write: { $1.shortOctets($0) })
    }
}

extension WireKind<SecretBytes> {
    /// Returns the kind of a secret of at most `limit` bytes. The message that contained them is not cleared.
    package static func secret(atMost limit: Int) -> WireKind {
        WireKind(read: { (reader) throws(WireError) in SecretBytes(try reader.octets(atMost: limit)) }) { secret, writer in
            secret.withBytes { writer.octets($0) }
        }
    }

    /// Returns the kind of a secret of exactly `count` bytes, without a length prefix.
    static func bareSecret(_ count: Int) -> WireKind {
        WireKind(read: { (reader) throws(WireError) in SecretBytes(try reader.bareOctets(count)) }) { secret, writer in
            secret.withBytes { writer.bareOctets($0) }
        }
    }

    /// A passcode, or an app's password.
    static var passcode: WireKind { .secret(atMost: PasscodeKeeper.maximumLength) }
}
