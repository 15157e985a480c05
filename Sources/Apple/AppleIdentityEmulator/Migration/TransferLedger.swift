import FoundationEssentials

/// Apps that moved between teams, and the identifiers under which their users follow.
struct TransferLedger: Sendable, Codable {
    /// A `transfer_sub`: a person between two teams.
    struct Identifier: Sendable, Codable, Hashable {
        let person: PersonIdentifier
        let from: TeamIdentifier
        let to: TeamIdentifier
        let primary: ClientIdentifier
    }

    private(set) var transfers: [AppTransfer] = []
    private var identifiers: [Subject: Identifier] = [:]
    private var order: [Subject] = []

    mutating func add(_ transfer: AppTransfer) {
        if transfers.count >= ServiceLimits.transfers { transfers.removeFirst() }
        transfers.append(transfer)
    }

    /// The latest transfer of a group out of a team, while users can be migrated.
    func open(_ primary: ClientIdentifier, from team: TeamIdentifier, now: Date) -> AppTransfer? {
        latest(primary).flatMap { $0.from == team && $0.isOpen(at: now) ? $0 : nil }
    }

    /// The latest transfer of a group into a team, while users can be migrated.
    func open(_ primary: ClientIdentifier, to team: TeamIdentifier, now: Date) -> AppTransfer? {
        latest(primary).flatMap { $0.to == team && $0.isOpen(at: now) ? $0 : nil }
    }

    /// The teams that had a group before the one that has it now.
    func formerTeams(of primary: ClientIdentifier, now team: TeamIdentifier) -> Set<TeamIdentifier> {
        Set(transfers.filter { $0.primary == primary }.map(\.from)).subtracting([team])
    }

    subscript(_ subject: Subject) -> Identifier? { identifiers[subject] }

    func subject(for identifier: Identifier) -> Subject? {
        identifiers.first { $0.value == identifier }?.key
    }

    mutating func add(_ identifier: Identifier, as subject: Subject) {
        if order.count >= ServiceLimits.transferIdentifiers { identifiers[order.removeFirst()] = nil }
        order.append(subject)
        identifiers[subject] = identifier
    }

    mutating func remove(_ person: PersonIdentifier) {
        identifiers = identifiers.filter { $0.value.person != person }
        order.removeAll { identifiers[$0] == nil }
    }

    private func latest(_ primary: ClientIdentifier) -> AppTransfer? {
        transfers.last { $0.primary == primary }
    }
}

extension ServiceDesk {
    /// The person's `transfer_sub` between two teams, the same each time.
    mutating func transferIdentifier(_ identifier: TransferLedger.Identifier) -> Subject {
        if let known = state.transfers.subject(for: identifier) { return known }
        let subject = drawSubject()
        state.transfers.add(identifier, as: subject)
        return subject
    }

    /// The claim `transfer_sub` of a token: only for people who came with the app, for 60 days (facts 1.12).
    mutating func transferIdentifier(for consent: Consent) -> Subject? {
        guard let transfer = state.transfers.open(consent.primary, to: consent.team, now: now), consent.since <= transfer.at else {
            return nil
        }
        return transferIdentifier(
            .init(person: consent.person, from: transfer.from, to: transfer.to, primary: consent.primary))
    }
}
