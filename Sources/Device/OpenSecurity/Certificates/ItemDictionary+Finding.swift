import DeviceProtocol
import Foundation

extension ItemDictionary {
    /// Finds the items of the query. Reads certificates in batches to match their contents, because the device knows only their
    /// attributes.
    func find(_ limit: UInt32, returning forms: ReturnForms) throws(SecurityFailure) -> [FoundItem] {
        let query = try query()
        guard let match else {
            let request = FindItems(query: query, limit: limit, returning: forms, authentication: try authenticationUse)
            return try OpenSecurity.find(request)
        }
        let found = try matching(match, query, limit, returning: forms)
        guard !found.isEmpty else { throw SecurityFailure(errSecItemNotFound, "no certificate matches") }
        return found
    }

    private func matching(
        _ match: CertificateMatch, _ query: ItemQuery, _ limit: UInt32, returning forms: ReturnForms
    ) throws(SecurityFailure) -> [FoundItem] {
        let candidates = try OpenSecurity.find(
            FindItems(query: query, limit: UInt32(FoundItems.maximumCount), returning: [], authentication: try authenticationUse))
        let chain = match.issuers.isEmpty ? nil : try IssuerChain(match.issuers, of: query)
        var found: [FoundItem] = []
        var rest = candidates.map(\.reference)[...]
        while !rest.isEmpty, found.count < limit {
            var some = query
            some.references = Array(rest.prefix(Self.certificatesAtOnce))
            rest = rest.dropFirst(Self.certificatesAtOnce)
            let request = FindItems(
                query: some, limit: UInt32(Self.certificatesAtOnce), returning: forms.union(.data),
                authentication: try authenticationUse)
            for item in try unlessDeleted({ () throws(SecurityFailure) in try OpenSecurity.find(request) }) {
                guard let contents = item.data.flatMap({ CertificateContents(der: $0) }), match.accepts(contents),
                    chain?.leads(from: contents.issuer.normalized) ?? true,
                    try match.trusts(contents, issuers: { (issued) throws(SecurityFailure) in try issuers(of: issued, query) })
                else { continue }
                found.append(item)
            }
        }
        return Array(found.prefix(Int(limit)))
    }

    /// Returns the certificates with a subject that are visible to the app.
    private func issuers(
        of issued: CertificateContents, _ query: ItemQuery
    ) throws(SecurityFailure) -> [SecCertificate] {
        var named = ItemQuery(itemClass: .certificate, accessGroup: query.accessGroup, synchronization: .either)
        named.attributes.set(.subject, .data(issued.issuer.normalized))
        let request = FindItems(query: named, limit: UInt32(Self.certificatesAtOnce), returning: .data)
        return try unlessDeleted { () throws(SecurityFailure) in try OpenSecurity.find(request) }
            .compactMap { $0.data.flatMap { CertificateContents(der: $0) } }.map { SecCertificate($0) }
    }

    /// The number of certificates of maximum length that fit in one response.
    private static let certificatesAtOnce = 8
}

/// Returns the result of `body`, or nothing if the item was deleted in the meantime.
func unlessDeleted<Value>(_ body: () throws(SecurityFailure) -> [Value]) throws(SecurityFailure) -> [Value] {
    do throws(SecurityFailure) {
        return try body()
    } catch {
        guard error.code == Int(errSecItemNotFound) else { throw error }
        return []
    }
}

/// Deletes items, all or none.
func deleteItems(_ references: [PersistentReference]) throws(SecurityFailure) {
    guard references.count <= ItemQuery.maximumReferences else {
        throw .parameter("the query matches more than \(ItemQuery.maximumReferences) items; delete fewer at once")
    }
    _ = try perform(DeleteItems(query: ItemQuery(itemClass: nil, synchronization: .either, references: references)))
}

/// The issuers of the certificates that are visible to the app.
private struct IssuerChain {
    private let wanted: Set<[UInt8]>
    /// The issuers for each subject.
    private var issuers: [[UInt8]: Set<[UInt8]>] = [:]

    init(_ wanted: Set<[UInt8]>, of query: ItemQuery) throws(SecurityFailure) {
        self.wanted = wanted
        let everything = FindItems(
            query: ItemQuery(itemClass: .certificate, accessGroup: query.accessGroup, synchronization: .either),
            limit: UInt32(FoundItems.maximumCount), returning: .attributes)
        for item in try unlessDeleted({ () throws(SecurityFailure) in try OpenSecurity.find(everything) }) {
            guard case .data(let subject)? = item.description?.attributes[.subject],
                case .data(let issuer)? = item.description?.attributes[.issuer]
            else { continue }
            issuers[subject, default: []].insert(issuer)
        }
    }

    /// Returns whether the name, or one of its issuers within ten steps, is requested.
    func leads(from name: [UInt8]) -> Bool {
        var names: Set<[UInt8]> = [name]
        for _ in 0..<Self.maximumLength {
            guard names.isDisjoint(with: wanted) else { return true }
            names = names.reduce(into: []) { $0.formUnion(issuers[$1] ?? []) }
            if names.isEmpty { return false }
        }
        return false
    }

    private static let maximumLength = 10
}
