package import DeviceProtocol
import Secrets

// Byte strings as enclaves keep and exchange them: none is longer than 65,535 bytes, and each begins with a count of 16 bits. What stands in
// state files and blobs was spelled so from the first version on, and stays so.

extension WireReader {
    /// Refuses more than `limit` bytes before it looks for them.
    mutating func shortOctets(atMost limit: Int) throws(WireError) -> [UInt8] {
        let start = position
        let count = Int(try number(UInt16.self))
        guard count <= limit else { throw WireError(.tooLong, at: start) }
        return try bareOctets(count)
    }
}

extension WireWriter {
    /// Longer than 65,535 bytes is our own mistake: every writer's fields are bounded.
    mutating func shortOctets(_ octets: [UInt8]) {
        precondition(octets.count <= Int(UInt16.max), "a field longer than its length can say")
        number(UInt16(octets.count))
        bareOctets(octets)
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The number's bytes, most significant first.
    var bigEndianBytes: [UInt8] {
        withUnsafeBytes(of: bigEndian) { Array($0) }
    }
}

extension WireKind<[UInt8]> {
    /// Octets behind a count of 16 bits.
    static func shortOctets(atMost limit: Int) -> WireKind {
        WireKind(read: { (reader) throws(WireError) in try reader.shortOctets(atMost: limit) }, write: { $1.shortOctets($0) })
    }
}

extension WireKind<SecretBytes> {
    /// At most so many bytes. The message that they came in is not cleared.
    package static func secret(atMost limit: Int) -> WireKind {
        WireKind(read: { (reader) throws(WireError) in SecretBytes(try reader.octets(atMost: limit)) }) { secret, writer in
            secret.withBytes { writer.octets($0) }
        }
    }

    /// Exactly so many bytes, without a count.
    static func bareSecret(_ count: Int) -> WireKind {
        WireKind(read: { (reader) throws(WireError) in SecretBytes(try reader.bareOctets(count)) }) { secret, writer in
            secret.withBytes { writer.bareOctets($0) }
        }
    }

    /// A passcode, or an app's password.
    static var passcode: WireKind { .secret(atMost: PasscodeKeeper.maximumLength) }
}
