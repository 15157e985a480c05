public import FoundationEssentials

/// Transfers of apps between teams, and the transfer identifiers of their users.
struct TransferLedger: Sendable, Codable {
    /// The key of a `transfer_sub`: a user and two teams.
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

    /// Returns the last transfer of a group from a team, while users can be migrated.
    func open(_ primary: ClientID, from team: TeamID, now: Date) -> AppTransfer? {
        latest(primary).flatMap { $0.from == team && $0.isOpen(at: now) ? $0 : nil }
    }

    /// Returns the last transfer of a group to a team, while users can be migrated.
    func open(_ primary: ClientID, to team: TeamID, now: Date) -> AppTransfer? {
        latest(primary).flatMap { $0.to == team && $0.isOpen(at: now) ? $0 : nil }
    }

    /// Returns the teams that owned a group before its current team.
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

extension ServiceCore {
    /// Returns the user's `transfer_sub` between two teams; creates it if necessary. Later calls return the same one.
    mutating func transferIdentifier(_ identifier: TransferLedger.Identifier) -> Subject {
        if let known = state.transfers.subject(for: identifier) { return known }
        let subject = drawSubject()
        state.transfers.add(identifier, as: subject)
        return subject
    }

    /// Returns the claim `transfer_sub` of a token (TN3159): only for users who came with the app, for 60 days.
    mutating func transferIdentifier(for consent: Consent) -> Subject? {
        guard let transfer = state.transfers.open(consent.primary, to: consent.team, now: now), consent.since <= transfer.at else {
            return nil
        }
        return transferIdentifier(
            .init(person: consent.person, from: transfer.from, to: transfer.to, primary: consent.primary))
    }
}

/// A transfer of a group of apps from one team to another.
public struct AppTransfer: Sendable, Hashable, Codable {
    /// The period in which users can be migrated and tokens contain `transfer_sub`, in seconds: 60 days (TN3159).
    public static let window: TimeInterval = 60 * 86_400

    /// The primary App ID of the group.
    public let primary: ClientID
    /// The team that transferred it.
    public let from: TeamID
    /// The team that received it.
    public let to: TeamID
    /// The time of the transfer.
    public let at: Date

    /// Returns whether users can still be migrated.
    public func isOpen(at now: Date) -> Bool {
        now < at.addingTimeInterval(Self.window)
    }
}
