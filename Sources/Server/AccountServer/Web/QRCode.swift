import CQRencode

/// A QR code (ISO/IEC 18004) from libqrencode: a square of modules, where true is dark.
struct QRCode: Equatable {
    let rows: [[Bool]]

    /// Encodes text in the smallest version that fits, with error correction level M (15% of the code may be unreadable). Nil for
    /// text of more than 2,331 bytes or with a NUL, which the library treats as the end.
    init?(_ text: String) {
        guard !text.utf8.contains(0), text.utf8.count <= 2_331,
            let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        // The lowest bit of a module is set if the module is dark.
        rows = (0..<width).map { row in (0..<width).map { code.pointee.data[row * width + $0] & 1 == 1 } }
    }
}
