#if PostgreSQL
import AccountStore
import Accounts
import Foundation

/// A thread with one connection. It connects when it has work, and reconnects after a loss.
final class Worker {
    private let pool: ConnectionPool
    private var connection: Connection?
    private var pauses = Pauses()

    private init(pool: ConnectionPool) {
        self.pool = pool
    }

    /// Returns the body of a worker's thread, which ends when the pool is closed and its queue is empty.
    static func body(of pool: ConnectionPool) -> @Sendable () -> Void {
        {
            Worker(pool: pool).run()
            pool.workerEnded()
        }
    }

    private func run() {
        while let turn = pool.take() {
            switch turn {
            case .reads(let jobs): read(jobs.filter { $0.isInTime() })
            case .change(let job):
                if job.isInTime() { perform(job) }
                pool.changeEnded()
            }
        }
        connection = nil
    }

    // MARK: - Reads

    private func read(_ jobs: [PoolJob]) {
        var waiting = jobs
        while let first = waiting.first {
            do {
                let connection = try connected(until: first.deadline)
                let statements = waiting.compactMap { job in if case .read(let statement, _) = job.work { statement } else { nil } }
                let proof = pool.proof?()
                var answers = try connection.answers(to: (proof.map { [$0] } ?? []) + statements)
                if proof != nil { try Self.check(answers.removeFirst()) }
                for (job, answer) in zip(waiting, answers) { complete(job, answer) }
                return
            } catch let error as PostgreSQLError where error.endsConnection {
                connection = nil
                // Reads change nothing, so all of them are repeated until their deadlines.
                waiting = waiting.filter { job in
                    guard MonotonicTime.now < job.deadline, !pool.isUnreachable else {
                        job.fail(error)
                        return false
                    }
                    return true
                }
            } catch {
                for job in waiting { job.fail(error) }
                return
            }
        }
    }

    /// Throws if the connection does not pass its check.
    private static func check(_ answer: Result<QueryResult, PostgreSQLError>) throws {
        guard try answer.get().first({ try $0.nextIfPresent(as: Bool.self) }) == true else {
            throw PostgreSQLError(cause: .rejected("25006"), message: "the standby has not replayed all changes yet")
        }
    }

    private func complete(_ job: PoolJob, _ answer: Result<QueryResult, PostgreSQLError>) {
        guard case .read(_, let deliver) = job.work else { return }
        switch answer {
        case .success(let result): deliver(result)
        case .failure(let error): job.fail(error)
        }
    }

    // MARK: - Changes

    private func perform(_ job: PoolJob) {
        guard case .work(let body) = job.work else { return }
        var races = 0
        while true {
            do {
                let deliver = try body(try connected(until: job.deadline))
                deliver()
                return
            } catch let error as PostgreSQLError {
                if error.endsConnection { connection = nil }
                let mayGoAgain =
                    error.endsConnection
                    ? !error.leavesOutcomeUnknown && MonotonicTime.now < job.deadline && !pool.isUnreachable
                    : error.isLostRace && races < Self.raceLimit
                guard mayGoAgain else { return job.fail(error) }
                if error.isLostRace {
                    races += 1
                    Thread.sleep(forTimeInterval: pauses.afterRace(races))
                }
            } catch {
                return job.fail(error)
            }
        }
    }

    /// The maximum number of lost races of one operation. More are not a coincidence.
    private static let raceLimit = 8

    // MARK: - Connecting

    /// Returns the connection. Reconnects if necessary, with pauses between attempts. Throws the last error at the deadline.
    private func connected(until deadline: MonotonicTime) throws -> Connection {
        if let connection, connection.isUsable { return connection }
        connection = nil
        var attempts = 0
        while true {
            guard let attempt = pool.beginAttempt() else {
                throw PostgreSQLError(cause: .connectionLost, message: "the server was recently unreachable")
            }
            do {
                let made = try Connection.open(to: pool.address, timeouts: pool.timeouts)
                connection = made
                pool.end(attempt, isUnreachable: false)
                return made
            } catch {
                attempts += 1
                let pause = pauses.afterRejection(attempts)
                // If the server did not respond to this worker, the others need not wait for it either.
                let isSilent = (error as? PostgreSQLError)?.cause == .noAnswer
                guard !pool.isUnreachable, !isSilent, MonotonicTime.now + .milliseconds(Int64(pause * 1_000)) < deadline else {
                    pool.end(attempt, isUnreachable: true)
                    throw error
                }
                pool.end(attempt, isUnreachable: nil)
                Thread.sleep(forTimeInterval: pause)
            }
        }
    }
}

/// The pause of a worker before it tries again, in seconds. It is random and its maximum doubles each time, so that workers do not
/// retry simultaneously.
struct Pauses {
    private var generator = SystemRandomNumberGenerator()

    mutating func afterRejection(_ count: Int) -> Double { drawn(below: min(1, 0.02 * Double(1 << min(count, 10)))) }
    mutating func afterRace(_ count: Int) -> Double { drawn(below: min(0.1, 0.001 * Double(1 << min(count, 10)))) }

    private mutating func drawn(below bound: Double) -> Double {
        Double.random(in: (bound / 2)...bound, using: &generator)
    }
}
#endif
