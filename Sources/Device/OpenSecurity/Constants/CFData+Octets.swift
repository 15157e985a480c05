package import Foundation

extension NSData {
    convenience init(bytes: [UInt8]) {
        self.init(bytes: bytes, length: bytes.count)
    }

    /// A copy of the bytes. `as Data` on Linux copies them one by one, about ten megabytes a second.
    package var octets: [UInt8] {
        withExtendedLifetime(self) { [UInt8](UnsafeRawBufferPointer(start: bytes, count: length)) }
    }
}
