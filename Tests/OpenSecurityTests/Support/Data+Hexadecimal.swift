import Foundation

extension Data {
    /// Returns the bytes of hexadecimal digits, or nil.
    init?(hexadecimal text: String) {
        guard text.utf8.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var digits = text[...]
        while !digits.isEmpty {
            guard let byte = UInt8(digits.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            digits = digits.dropFirst(2)
        }
        self.init(bytes)
    }

    var hexadecimal: String {
        map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }
}
