import Accounts
import CoreMetrics

/// Reports the queue of messages and the outcomes of their delivery.
struct MailMetrics: Sendable {
    let factory: any MetricsFactory

    func count(_ run: MailJobsRun) {
        for (outcome, count) in run.outcomes {
            factory.makeCounter(label: "mail_messages_total", dimensions: [("outcome", outcome)]).increment(by: Int64(count))
        }
    }

    func show(waiting: Int, age: Duration) {
        factory.makeMeter(label: "mail_queue_length", dimensions: []).set(Double(waiting))
        factory.makeMeter(label: "mail_oldest_seconds", dimensions: []).set(Double(age.wholeMilliseconds) / 1_000)
    }
}

extension MetricFamily {
    /// The metrics of ``MailMetrics``.
    static let mail: [MetricFamily] = [
        MetricFamily(
            "mail_messages_total", .counter,
            help: "Messages by outcome: sent, rejected by a mail server, expired, postponed after a failed attempt, or unopened."),
        MetricFamily("mail_queue_length", .gauge, help: "Messages in the queue of the store."),
        MetricFamily("mail_oldest_seconds", .gauge, help: "Age of the oldest message in the queue."),
    ]
}
