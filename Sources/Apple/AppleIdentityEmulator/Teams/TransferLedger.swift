public import FoundationEssentials

/// Apps that moved between teams, and the identifiers under which their users follow.
struct TransferLedger: Sendable, Codable {
    /// A `transfer_sub`: a person between two teams.
    struct Identifier: Sendable, Codable, Hashable {
        let person: PersonIdentifier
        let from: TeamID
        let to: TeamID
        let primary: ClientID
    }

    private(set) var transfers: [AppTransfer] = []
    private var identifiers: [Subject: Identifier] = [:]
    private var order: [Subject] = []

    mutating func add(_ transfer: AppTransfer) {
        if transfers.count >= ServiceLimits.transfers { transfers.removeFirst() }
        transfers.append(transfer)
    }

    /// The latest transfer of a group out of a team, while users can be migrated.
    func open(_ primary: ClientID, from team: TeamID, now: Date) -> AppTransfer? {
        latest(primary).flatMap { $0.from == team && $0.isOpen(at: now) ? $0 : nil }
    }

    /// The latest transfer of a group into a team, while users can be migrated.
    func open(_ primary: ClientID, to team: TeamID, now: Date) -> AppTransfer? {
        latest(primary).flatMap { $0.to == team && $0.isOpen(at: now) ? $0 : nil }
    }

    /// The teams that had a group before the one that has it now.
    func formerTeams(of primary: ClientID, now team: TeamID) -> Set<TeamID> {
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

    private func latest(_ primary: ClientID) -> AppTransfer? {
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

/// A group of apps that moved from one team to another.
public struct AppTransfer: Sendable, Hashable, Codable {
    /// For how long users can be migrated and tokens carry `transfer_sub`: 60 days (facts 1.12).
    public static let window: TimeInterval = 60 * 86_400

    /// The primary App ID of the group.
    public let primary: ClientID
    /// The team that gave it away.
    public let from: TeamID
    /// The team that received it.
    public let to: TeamID
    /// When it moved.
    public let at: Date

    /// Whether users can still be migrated.
    public func isOpen(at now: Date) -> Bool {
        now < at.addingTimeInterval(Self.window)
    }
}
