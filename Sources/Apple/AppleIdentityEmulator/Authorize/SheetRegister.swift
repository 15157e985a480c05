import FoundationEssentials

/// Sheets in progress, each for thirty minutes; the oldest goes when there are 1,000.
struct SheetRegister: Sendable {
    static let lifetime: TimeInterval = 1_800
    static let codeLifetime: TimeInterval = 600

    private var sheets: [AuthorizationIdentifier: SheetInProgress] = [:]
    /// In the order of their beginning; may hold ids of sheets that are gone.
    private var order: [AuthorizationIdentifier] = []

    func sheet(_ id: AuthorizationIdentifier, now: Date) -> SheetInProgress? {
        sheets[id].flatMap { now < $0.expiresAt ? $0 : nil }
    }

    mutating func add(_ sheet: SheetInProgress) {
        if order.count >= ServiceLimits.sheets {
            order.removeAll { sheets[$0] == nil }
            if order.count >= ServiceLimits.sheets { sheets[order.removeFirst()] = nil }
        }
        order.append(sheet.id)
        sheets[sheet.id] = sheet
    }

    mutating func advance(_ id: AuthorizationIdentifier, to stage: SheetInProgress.Stage) {
        sheets[id]?.stage = stage
    }

    mutating func remove(_ id: AuthorizationIdentifier) {
        sheets[id] = nil
    }

    /// Sends the sheets on which a person was chosen back to the choice.
    mutating func remove(_ person: PersonIdentifier) {
        for (id, sheet) in sheets where sheet.person == person { sheets[id]?.stage = .choosing }
    }

    func codes(for person: PersonIdentifier, now: Date) -> [TwoFactorCode] {
        sheets.values.compactMap { sheet in
            guard case .provingDevice(let challenge) = sheet.stage, challenge.person == person, challenge.attemptsLeft > 0,
                now < challenge.expiresAt, now < sheet.expiresAt
            else { return nil }
            return TwoFactorCode(
                code: challenge.code, authorization: sheet.id, appName: sheet.appName, expiresAt: challenge.expiresAt)
        }
        .sorted { ($0.expiresAt, $0.authorization) < ($1.expiresAt, $1.authorization) }
    }
}
