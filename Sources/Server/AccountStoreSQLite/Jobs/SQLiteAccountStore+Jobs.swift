import AccountTables
package import Accounts
import GRDB
import Secrets

extension SQLiteAccountStore {
    package func claim(_ kind: JobKind, now: Timestamp, lease: Duration, limit: Int) async throws -> [Job] {
        // Mostly there is nothing: a read finds that out without a writer's turn.
        let isSomethingDue = try await read { connection in
            try connection.first("SELECT 1 FROM jobs WHERE kind = ? AND due_at <= ? LIMIT 1", [kind, now]) {
                try $0.next(as: Int.self)
            } != nil
        }
        guard isSomethingDue else { return [] }
        return try await write { connection in
            let numbers = try connection.all(
                "SELECT number FROM jobs WHERE kind = ? AND due_at <= ? ORDER BY due_at LIMIT ?", [kind, now, limit]
            ) { try $0.next(as: Int64.self) }
            return try numbers.compactMap { number in
                try connection.execute(
                    cached: "UPDATE jobs SET due_at = ?, claim = claim + 1 WHERE number = ?", [now + lease, number])
                return try connection.first("\(Job.selection) WHERE jobs.number = ?", [number]) { try Job(from: &$0) }
            }
        }
    }

    package func finish(_ job: Job) async throws -> Bool {
        try await write { connection in
            try connection.execute(cached: "DELETE FROM jobs WHERE number = ? AND claim = ?", [job.id, job.claim]) == 1
        }
    }

    package func retry(_ job: Job, at moment: Timestamp) async throws -> Bool {
        try await write { connection in
            try connection.execute(
                cached: "UPDATE jobs SET due_at = ?, claim = claim + 1, retries = retries + 1 WHERE number = ? AND claim = ?",
                [moment, job.id, job.claim]) == 1
        }
    }

    package func abandon(_ job: Job) async throws -> Bool {
        try await finish(job)
    }

    package func countJobs(_ kind: JobKind) async throws -> Int {
        try await read { connection in
            try connection.first("SELECT count(*) FROM jobs WHERE kind = ?", [kind]) { try $0.next() } ?? 0
        }
    }
}
