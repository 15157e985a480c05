package import Accounts

extension StoredAppleUpgrade {
    package init(from columns: inout Columns<some StoredRow>) throws {
        self.init(
            key: try columns.next(), nonce: try columns.next(), expiresAt: try columns.next(),
            convertedAt: try columns.nextIfPresent())
    }
}
