import Markup

/// A QR code as a drawing within the page, so that what it holds is in no other answer and no cache.
package struct QRPicture: Hashable, Sendable {
    /// Square; dark modules are true.
    package let rows: [[Bool]]

    package init(rows: [[Bool]]) {
        self.rows = rows
    }

    /// The code with the light margin of four modules that readers need (ISO/IEC 18004, section 5.3.8), dark on light whatever the colours
    /// of the page. Nothing but numbers goes into the markup.
    var html: HTML {
        let size = rows.count + 8
        return HTML {
            DangerousRawMarkup(
                trusted: """
                    <svg class="qr" viewBox="0 0 \(size) \(size)" role="img" aria-label="QR code for your authenticator app">\
                    <rect width="\(size)" height="\(size)" fill="#fff"/><path fill="#000" d="\(path)"/></svg>
                    """)
        }
    }

    /// One rectangle for each run of dark modules.
    private var path: String {
        var path = ""
        for (y, row) in rows.enumerated() {
            var x = 0
            while x < row.count {
                let run = row[x...].prefix { $0 }.count
                if run > 0 { path += "M\(x + 4) \(y + 4)h\(run)v1h-\(run)z" }
                x += max(run, 1)
            }
        }
        return path
    }
}
