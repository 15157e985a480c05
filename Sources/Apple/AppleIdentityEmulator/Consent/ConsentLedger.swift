import FoundationEssentials

/// Who has consented to what. Bounded by the caps on people and clients.
struct ConsentLedger: Sendable, Codable {
    private var consents: [PersonIdentifier: [ClientIdentifier: Consent]] = [:]

    /// The consent in force.
    func active(of person: PersonIdentifier, for primary: ClientIdentifier) -> Consent? {
        latest(of: person, for: primary).flatMap { $0.revokedAt == nil ? $0 : nil }
    }

    /// The consent in force, or the revoked one.
    func latest(of person: PersonIdentifier, for primary: ClientIdentifier) -> Consent? {
        consents[person]?[primary]
    }

    /// The person's consents in force, by group.
    func active(of person: PersonIdentifier) -> [Consent] {
        (consents[person] ?? [:]).values.filter { $0.revokedAt == nil }.sorted { $0.primary < $1.primary }
    }

    /// The consents in force for a group.
    func active(for primary: ClientIdentifier) -> [Consent] {
        consents.values.compactMap { $0[primary] }.filter { $0.revokedAt == nil }.sorted { $0.person < $1.person }
    }

    mutating func put(_ consent: Consent) {
        consents[consent.person, default: [:]][consent.primary] = consent
    }

    mutating func remove(_ person: PersonIdentifier) {
        consents[person] = nil
    }
}
