/// Jobs that wait to be done. An operation that takes a ``Job`` does nothing and answers false when the job is no longer claimed by its
/// holder: the lease has passed and another has it, or it is done, or what it was about is gone.
package protocol JobStore: Sendable {
    /// Claims jobs of this kind that are due, the longest due first: until the lease has passed nobody else gets them. At most `limit`.
    func claim(_ kind: JobKind, now: Timestamp, lease: Duration, limit: Int) async throws -> [Job]

    /// Done: the job goes.
    func finish(_ job: Job) async throws -> Bool

    /// Not done: the job is due again at that moment, and nobody's until then.
    func retry(_ job: Job, at moment: Timestamp) async throws -> Bool

    /// Given up: the job goes.
    func abandon(_ job: Job) async throws -> Bool

    /// How many jobs of this kind wait, claimed ones included. For metrics.
    func countJobs(_ kind: JobKind) async throws -> Int
}
