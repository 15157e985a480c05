/// A result of the mail check for one subject.
package struct MailFinding: Hashable, Sendable {
    package enum Subject: String, Hashable, Sendable, CaseIterable {
        case transport, spf, dkim, dmarc
    }

    package enum Verdict: String, Hashable, Sendable, CaseIterable {
        case ok
        /// Mail arrives, but the configuration should be improved.
        case warning
        /// Receivers reject mail or treat it as spam.
        case problem
        /// The check failed, so the state is not known.
        case unknown
        /// The check was skipped.
        case skipped
    }

    package let subject: Subject
    package let verdict: Verdict
    /// The state, such as the text of a record. Records come from another party, so their text is not trusted.
    package let detail: String
    /// The remedy for the operator. Nil if no action is required.
    package let remedy: String?

    package init(_ subject: Subject, _ verdict: Verdict, _ detail: String, remedy: String? = nil) {
        self.subject = subject
        self.verdict = verdict
        self.detail = detail
        self.remedy = remedy
    }

    init(_ subject: Subject, lookupFailed fault: TextRecordFault, at name: String) {
        self.init(
            subject, .unknown, "the lookup of \(name) failed: \(fault.reason)", remedy: "check the name servers of this machine")
    }
}

/// A source of TXT records of the DNS.
package protocol TextRecordSource: Sendable {
    /// Returns the TXT records of a name, each with its strings joined. Returns none if the name or the type does not exist.
    ///
    /// - Throws: ``TextRecordFault`` if the answer is not known.
    func textRecords(at name: String) async throws(TextRecordFault) -> [String]
}

/// The reason why records could not be read.
package struct TextRecordFault: Error, Hashable, Sendable {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}
