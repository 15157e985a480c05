package import Accounts
import Secrets

extension StoreEngine {
    package func claim(_ kind: JobKind, now: Timestamp, lease: Duration, limit: Int) async throws -> [Job] {
        // Usually no job is due; a read finds that out without a transaction.
        let isSomethingDue = try await first("SELECT 1 FROM jobs WHERE kind = $1 AND due_at <= $2 LIMIT 1", [kind, now]) {
            try $0.next(as: Int.self)
        }
        guard isSomethingDue != nil else { return [] }
        return try await write { connection in
            // No number of notices delays a code.
            let selections: [JobSelection] = kind == .mail ? [.mailedCodes, .kind(.mail)] : [.kind(kind)]
            var numbers: [Int64] = []
            for selection in selections {
                numbers += try connection.claimJobs(selection, dueAt: now, until: now + lease, limit: limit - numbers.count)
            }
            return try numbers.compactMap { number in
                try connection.first("\(Job.selection) WHERE jobs.number = $1", [number]) { try Job(from: &$0) }
            }
        }
    }

    package func finish(_ job: Job) async throws -> Bool {
        try await change("DELETE FROM jobs WHERE number = $1 AND claim = $2", [job.id, job.claim]) == 1
    }

    package func retry(_ job: Job, at moment: Timestamp) async throws -> Bool {
        try await change(
            "UPDATE jobs SET due_at = $1, claim = claim + 1, retries = retries + 1 WHERE number = $2 AND claim = $3",
            [moment, job.id, job.claim]) == 1
    }

    package func abandon(_ job: Job) async throws -> Bool {
        try await finish(job)
    }

    package func countJobs(_ kind: JobKind) async throws -> Int {
        try await first("SELECT count(*) FROM jobs WHERE kind = $1", [kind]) { try $0.next() } ?? 0
    }
}

extension Job {
    /// The statement that selects jobs and their subjects in the form that ``init(from:)`` reads.
    package static let selection = """
        SELECT jobs.number, jobs.claim, jobs.retries, jobs.kind, coalesce(apple_identities.id, jobs.identity),
            coalesce(apple_tokens.client, jobs.client), coalesce(jobs.sealed, apple_tokens.sealed), jobs.flow, jobs.expires_at,
            jobs.team, jobs.subject, jobs.template, jobs.language, jobs.time_zone, jobs.queued_at, jobs.recipient, jobs.target,
            jobs.event_account, event_kinds.name, jobs.event_at, jobs.event_successor
        FROM jobs LEFT JOIN apple_tokens ON apple_tokens.number = jobs.apple_token
            LEFT JOIN apple_identities ON apple_identities.number = apple_tokens.identity
            LEFT JOIN event_kinds ON event_kinds.number = jobs.event_kind
        """

    package init(from columns: inout Columns) throws {
        self.init(
            id: try columns.next(), claim: try columns.next(), retries: try columns.next(), work: try JobWork(from: &columns))
    }
}

extension JobWork {
    fileprivate init(from columns: inout Columns) throws {
        let kind = try columns.next(as: JobKind.self)
        switch kind {
        case .mail: self = .mail(try QueuedMail(from: &columns))
        case .event: self = .event(try EventDelivery(from: &columns))
        case .exchangeAppleCode: self = .exchangeAppleCode(try AppleCodeExchange(from: &columns))
        case .checkAppleToken: self = .checkAppleToken(try AppleStoredToken(from: &columns))
        case .revokeAppleToken:
            let token = try AppleStoredToken(from: &columns)
            _ = try columns.nextIfPresent(as: AppleFlow.self)
            self = .revokeAppleToken(token, giveUpAt: try columns.next())
        case .revokeAppleCode:
            let exchange = try AppleCodeExchange(from: &columns)
            self = .revokeAppleCode(exchange, owner: AppleIdentityKey(team: try columns.next(), subject: try columns.next()))
        }
    }
}

extension AppleStoredToken {
    /// Reads the columns after the kind.
    fileprivate init(from columns: inout Columns) throws {
        self.init(identity: try columns.next(), client: try columns.next(), token: try columns.next())
    }
}

extension QueuedMail {
    /// Reads the columns after the kind.
    init(from columns: inout Columns) throws {
        let id = try columns.next(as: MailID.self)
        _ = try columns.nextIfPresent(as: AppleClientID.self)
        let sealed = try columns.next(as: Sealed.self)
        _ = try columns.nextIfPresent(as: AppleFlow.self)
        let notAfter = try columns.next(as: Timestamp.self)
        _ = try columns.nextIfPresent(as: AppleTeamID.self)
        _ = try columns.nextIfPresent(as: AppleSubject.self)
        let (template, language) = (try columns.next(as: MailTemplate.self), try columns.next(as: LanguageTag.self))
        let timeZone = try columns.nextIfPresent(as: TimeZoneName.self)
        let queuedAt = try columns.next(as: Timestamp.self)
        self.init(
            id: id, recipient: try columns.next(), template: template, language: language, timeZone: timeZone, sealed: sealed,
            queuedAt: queuedAt, notAfter: notAfter)
    }
}

extension AppleCodeExchange {
    /// For these kinds of jobs the sealed value of the row is a code.
    fileprivate init(from columns: inout Columns) throws {
        let row = try AppleStoredToken(from: &columns)
        self.init(
            identity: row.identity, client: row.client, flow: try columns.next(), code: row.token, expiresAt: try columns.next())
    }
}
