/// The order in which a custom class writes its characters.
///
/// The order matters because a dash means itself only at the very front of a class, and a closing bracket only at its end.
public enum CustomClassOrder: Hashable, Sendable, CaseIterable {
    /// By code. For display, and for comparison with the merged form of the reference parser; such a class may not read back.
    case ascii

    /// The dash first, the closing bracket last, the others by kind and code: reads back as the same class.
    case lossless

    /// Byte for byte as the reference formatter: like ``lossless``, but the dash stands in front of the special characters, so
    /// that it is lost on reading when letters or digits stand before it.
    case appleCompatible

    func text(of characters: ASCIISet) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count)
        var special = characters.intersection(.special)
        let movesMarks = self != .ascii
        let dash = movesMarks && special.contains(ASCIIByte.dash)
        let bracket = movesMarks && special.contains(ASCIIByte.closingBracket)
        if dash { special.remove(ASCIIByte.dash) }
        if bracket { special.remove(ASCIIByte.closingBracket) }

        if dash && self == .lossless { bytes.append(ASCIIByte.dash) }
        bytes.append(contentsOf: characters.intersection(.upper))
        bytes.append(contentsOf: characters.intersection(.lower))
        bytes.append(contentsOf: characters.intersection(.digit))
        if dash && self == .appleCompatible { bytes.append(ASCIIByte.dash) }
        bytes.append(contentsOf: special)
        if bracket { bytes.append(ASCIIByte.closingBracket) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
