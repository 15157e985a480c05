package import Accounts

extension SealedSigningKey {
    package init(from columns: inout Columns<some StoredRow>) throws {
        self.init(
            id: try columns.next(), sealed: try columns.next(as: Octets.self).bytes, createdAt: try columns.next(),
            signsUntil: try columns.next(), verifiesUntil: try columns.next())
    }
}
