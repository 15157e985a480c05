#if PostgreSQL
import AccountTables
package import Accounts
import Secrets

extension PostgreSQLAccountStore {
    package func claim(_ kind: JobKind, now: Timestamp, lease: Duration, limit: Int) async throws -> [Job] {
        try await write { connection in
            // Jobs that another server is claiming at this moment are passed over, not waited for.
            let claimed = try connection.all(
                """
                WITH due AS (
                    SELECT number, due_at FROM jobs WHERE kind = $1 AND due_at <= $2
                    ORDER BY due_at, number LIMIT $3 FOR UPDATE SKIP LOCKED
                )
                UPDATE jobs SET due_at = $4, claim = claim + 1 FROM due WHERE jobs.number = due.number
                RETURNING jobs.number, due.due_at
                """, [kind, now, limit, now + lease]
            ) { (number: try $0.next(as: Int64.self), due: try $0.next(as: Int64.self)) }
            return try claimed.sorted { ($0.due, $0.number) < ($1.due, $1.number) }.compactMap { number, _ in
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
#endif
