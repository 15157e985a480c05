import CQRencode

/// A QR code (ISO/IEC 18004) by libqrencode, whose only wrapper this is: a square of modules, dark ones true.
struct QRCode: Equatable {
    let rows: [[Bool]]

    /// Encodes text in the smallest version that holds it, so that a seventh of it may be unreadable (level M). Nil for text that is too
    /// long, more than 2,331 bytes, or holds a NUL, which the library takes for the end.
    init?(_ text: String) {
        guard !text.utf8.contains(0), text.utf8.count <= 2_331,
            let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        // The lowest bit of a module says whether it is dark.
        rows = (0..<width).map { row in (0..<width).map { code.pointee.data[row * width + $0] & 1 == 1 } }
    }
}
