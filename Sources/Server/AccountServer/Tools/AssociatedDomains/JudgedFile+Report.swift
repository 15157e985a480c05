import AccountPages
import AssociatedDomains
import SiteChecks

extension JudgedFile {
    /// The most findings that are told.
    static let mostFindings = 60

    /// Everything about it, ready to show.
    ///
    /// - Parameter interest: lines to show in any case.
    func report(interest: some Sequence<Int>, access: ToolsConfiguration.SiteAccess) -> FileReport {
        let told = gravest
        return FileReport(
            origin, visits: visits(access), findings: told.map(FileFinding.init), untoldFindings: findings.count - told.count,
            listing: listing(told, interest))
    }

    private var gravest: [Finding] {
        guard findings.count > Self.mostFindings else { return findings }
        let order = findings.indices.sorted { (findings[$1].severity, $0) < (findings[$0].severity, $1) }
        return order.prefix(Self.mostFindings).sorted().map { findings[$0] }
    }

    private func listing(_ told: [Finding], _ interest: some Sequence<Int>) -> FileListing? {
        guard let (text, remark) = shownText, !text.isEmpty else { return nil }
        let marks = told.filter(\.isInText).map { TextMark(bytes: $0.place.bytes, severity: FindingSeverity($0.severity)) }
        return FileListing(of: text, marks: marks, interest: interest, remark: remark)
    }

    /// The text that places of findings are places in; nil where what was sent is no text.
    private var shownText: (text: [UInt8], remark: String?)? {
        if let file {
            let remark: String? =
                switch file.wrapping {
                case .none: nil
                case .byteOrderMark: "Without the byte order mark at its beginning."
                case .signature: "What the signature holds; it was not verified."
                }
            return (file.text, remark)
        }
        guard let bytes, !findings.contains(where: { $0.code == .signatureUnreadable }) else { return nil }
        return (bytes.starts(with: Self.byteOrderMark) ? Array(bytes.dropFirst(Self.byteOrderMark.count)) : bytes, nil)
    }

    private func visits(_ access: ToolsConfiguration.SiteAccess) -> [VisitReport] {
        guard let check else { return [] }
        return zip(check.route.locations, check.visits).enumerated().map { index, visit in
            VisitReport(visit.1, at: visit.0, isRead: file != nil && index == check.visits.count - 1, access: access)
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension Finding {
    /// Whether it is about a place rather than about the whole file or how it was served.
    var isInText: Bool { !place.bytes.isEmpty || position.offset > 0 }
}

extension FileFinding {
    fileprivate init(_ finding: Finding) {
        self.init(
            severity: FindingSeverity(finding.severity), code: finding.code.rawValue, message: finding.message.shortened(to: 500),
            remedy: finding.remedy,
            place: finding.isInText ? FilePlace(line: finding.position.line, column: finding.position.column) : nil)
    }
}

extension FindingSeverity {
    init(_ severity: Finding.Severity) {
        switch severity {
        case .info: self = .info
        case .warning: self = .warning
        case .error: self = .error
        }
    }
}
