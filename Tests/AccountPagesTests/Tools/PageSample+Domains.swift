import AccountPages

extension PageSample {
    /// The associated domains tool in each of its states.
    static let domains: [PageSample] = [
        PageSample("associated-domains", AssociatedDomainsPage(question: DomainQuestion())),
        PageSample("associated-domains-rejected", AssociatedDomainsPage(question: rejected, errors: rejections)),
        PageSample("associated-domains-found", AssociatedDomainsPage(question: asked, answer: found)),
        PageSample("associated-domains-not-associated", AssociatedDomainsPage(question: both, answer: notAssociated)),
        PageSample(
            "associated-domains-missing", AssociatedDomainsPage(question: DomainQuestion(domain: "example.com"), answer: missing)),
        PageSample(
            "associated-domains-unreached", AssociatedDomainsPage(question: DomainQuestion(domain: "x.example"), answer: unreached)),
        PageSample("associated-domains-pasted", AssociatedDomainsPage(question: pasted, answer: broken)),
    ]

    private static let app = "ABCDE12345.com.example.shop"

    private static let asked = DomainQuestion(
        domain: "www.example.com", appID: app, service: .webcredentials, link: "https://www.example.com/buy/42")

    private static let both = DomainQuestion(domain: "www.example.com", appID: app, source: .both)

    private static let pasted = DomainQuestion(file: "{\n  \"webcredentials\": {,}\n}", appID: app)

    private static let rejected = DomainQuestion(
        domain: "192.0.2.1", file: "{", appID: "com.example.shop", service: .applinks, link: "buy/42", source: .network)

    private static let rejections = [
        FormError(field: .domain, code: "ip-address", reason: .english("An IP address has no association file.")),
        FormError(field: .appID, code: "team-id-length", reason: .english("The prefix must have ten characters.")),
        FormError(field: .link, code: "not-absolute", reason: .english("The URL must begin with https://.")),
        FormError(field: .file, code: "too-large", reason: .english("The text has 140000 bytes.")),
    ]

    private static let found = DomainAnswer(
        verdict: ToolVerdict(
            .good, code: "associated", headline: "www.example.com is associated with \(app)", reason: "For passwords and passkeys.",
            steps: ["Look at the entitlement.", "Devices use the copy of Apple’s network, which can be a day old."]),
        services: [
            ServiceAnswer(.webcredentials, isAssociated: true, reason: "The file names \(app)."),
            ServiceAnswer(.applinks, isAssociated: false, reason: "The file names no app for this service."),
        ],
        link: LinkReport(
            .odd, code: "blocked", link: "https://www.example.com/buy/42",
            headline: "The link stays in the browser: the file excludes it",
            reason: "Component 2 of details 1 matches and excludes the link: \"/buy/*\" exclude.",
            steps: [
                LinkStep(
                    .fails, name: "Details 1, component 1", line: 5, text: "\"/help/*\"",
                    reason: "The path does not match \"/help/*\": character 2 is \"b\", but the pattern requires \"h\"."),
                LinkStep(
                    .excludes, name: "Details 1, component 2", line: 6, text: "\"/buy/*\" exclude",
                    reason: "It matches and excludes the link."),
                LinkStep(.passed, name: "Details 2", line: 900, text: "no app", reason: "Skipped: it names no app."),
            ], hiddenSteps: 3),
        files: [
            FileReport(
                .site, visits: [missed, taken],
                findings: [
                    FileFinding(
                        severity: .warning, code: "wrong-content-type", message: "The Content-Type is \"text/plain\".",
                        remedy: "Send Content-Type: application/json."),
                    FileFinding(
                        severity: .error, code: "invalid-app-id", message: "\"com.example.shop\" has no prefix.",
                        remedy: "Write the prefix, a dot and the bundle identifier.", place: FilePosition(line: 4, column: 18)),
                    FileFinding(
                        severity: .info, code: "unused-variable", message: "Nothing uses \"food\".", remedy: "Remove it.",
                        place: FilePosition(line: 40, column: 7)),
                ], hiddenFindings: 2, listing: listing)
        ])

    private static let missed = VisitReport(
        .odd, url: "https://www.example.com/.well-known/apple-app-site-association", outcome: "404, 9 bytes",
        meaning: "No file here. Devices try the root next.")

    private static let taken = VisitReport(
        .good, url: "https://www.example.com/apple-app-site-association", outcome: "200, 1234 bytes",
        meaning: "Devices accept this file.",
        facts: [
            VisitFact("Content-Type", "text/plain"), VisitFact("Address", "192.0.2.7"),
            VisitFact("Certificate of", "CN=www.example.com"), VisitFact("Time", "resolved 2 ms, connected 30 ms"),
        ])

    private static let listing = FileListing(
        [
            .line(1, [MarkedPiece("{")]), .line(2, [MarkedPiece("  \"applinks\": {")]),
            .line(3, [MarkedPiece("    \"details\": [{")]),
            .line(
                4,
                [
                    MarkedPiece("      \"appIDs\": ["), MarkedPiece("\"com.example.shop\"", .error), MarkedPiece("],"),
                    MarkedPiece("", .info),
                ]),
            .line(5, [MarkedPiece("      \"components\": [{ \"/\": \"/help/*\" },")]), .gap(34),
            .line(40, [MarkedPiece("      \"food\"", .info)]),
            .gap(1),
        ], remark: "Without the leading byte order mark.")

    private static let notAssociated = DomainAnswer(
        verdict: ToolVerdict(
            .bad, code: "not-associated", headline: "www.example.com is not associated with \(app)",
            reason: "Under webcredentials, the file names \"ABCDE12345.com.example.Shop\"; identifiers are case-sensitive.",
            steps: ["Add \(app) to the apps of webcredentials."]),
        services: [ServiceAnswer(.webcredentials, isAssociated: false, reason: "Capitals must be the same.")],
        files: [
            FileReport(.site, visits: [taken], listing: FileListing([.line(1, [MarkedPiece("{\"webcredentials\":{}}")])])),
            FileReport(.network, visits: [taken]),
        ], differences: ["The texts differ: 90 bytes at the origin, 80 bytes at the CDN."])

    private static let missing = DomainAnswer(
        verdict: ToolVerdict(
            .bad, code: "not-found", headline: "example.com has no association file", reason: "No app is associated."),
        files: [
            FileReport(
                .site, visits: [missed],
                findings: [
                    FileFinding(severity: .error, code: "not-found", message: "The answer is 404.", remedy: "Put the file there.")
                ])
        ], differences: [])

    private static let unreached = DomainAnswer(
        verdict: ToolVerdict(
            .bad, code: "no-public-address", headline: "x.example has no public address", reason: "Devices find nobody."),
        files: [
            FileReport(
                .site,
                visits: [
                    VisitReport(
                        .bad, url: "https://x.example/", outcome: "The name has no public address.", meaning: "Devices try again.")
                ])
        ])

    private static let broken = DomainAnswer(
        verdict: ToolVerdict(
            .bad, code: "malformed-json", headline: "The file of the site cannot be read", reason: "A name is expected.",
            steps: ["Correct the JSON."]),
        files: [
            FileReport(
                .pasted,
                findings: [
                    FileFinding(
                        severity: .error, code: "malformed-json", message: "A name is expected.", remedy: "Correct the JSON.",
                        place: FilePosition(line: 2, column: 22))
                ],
                listing: FileListing([
                    .line(1, [MarkedPiece("{")]),
                    .line(2, [MarkedPiece("  \"webcredentials\": {"), MarkedPiece("", .error), MarkedPiece(",}")]),
                    .line(3, [MarkedPiece("}")]),
                ]))
        ])
}

extension HostileField {
    private static func asked(_ question: DomainQuestion, errors: [FormError] = []) -> AssociatedDomainsPage {
        AssociatedDomainsPage(question: question, errors: errors)
    }

    private static func answered(
        code: String = "c", headline: String = "h", reason: String = "r", step: String = "s", service: String = "v",
        link: LinkReport? = nil, file: FileReport? = nil, difference: String = "d"
    ) -> AssociatedDomainsPage {
        AssociatedDomainsPage(
            question: DomainQuestion(),
            answer: DomainAnswer(
                verdict: ToolVerdict(.bad, code: code, headline: headline, reason: reason, steps: [step]),
                services: [ServiceAnswer(.applinks, isAssociated: true, reason: service)], link: link,
                files: file.map { [$0] } ?? [],
                differences: [difference]))
    }

    private static func link(
        code: String = "c", link: String = "l", headline: String = "h", reason: String = "r", name: String = "n",
        step: String = "t",
        because: String = "b"
    ) -> AssociatedDomainsPage {
        let step = LinkStep(.fails, name: name, line: 1, text: step, reason: because)
        return answered(link: LinkReport(.bad, code: code, link: link, headline: headline, reason: reason, steps: [step]))
    }

    private static func file(
        code: String = "c", message: String = "m", remedy: String = "r", line: String = "l", remark: String = "k"
    ) -> AssociatedDomainsPage {
        let finding = FileFinding(severity: .error, code: code, message: message, remedy: remedy)
        let listing = FileListing([.line(1, [MarkedPiece(line, .error)])], remark: remark)
        return answered(file: FileReport(.site, findings: [finding], listing: listing))
    }

    private static func visit(
        url: String = "u", outcome: String = "o", meaning: String = "m", fact: String = "f", value: String = "v"
    ) -> AssociatedDomainsPage {
        let visit = VisitReport(.bad, url: url, outcome: outcome, meaning: meaning, facts: [VisitFact(fact, value)])
        return answered(file: FileReport(.site, visits: [visit]))
    }

    static let domains: [HostileField] = [
        .init("domain", asked(DomainQuestion(domain: text))), .init("pasted file", asked(DomainQuestion(file: text))),
        .init("app", asked(DomainQuestion(appID: text))), .init("link", asked(DomainQuestion(link: text))),
        .init("domain error", asked(DomainQuestion(), errors: [FormError(field: .domain, code: "c", reason: .english(text))])),
        .init("file error code", asked(DomainQuestion(), errors: [FormError(field: .file, code: text, reason: .english("m"))])),
        .init("verdict code", answered(code: text)), .init("verdict", answered(headline: text)),
        .init("verdict reason", answered(reason: text)), .init("verdict step", answered(step: text)),
        .init("service", answered(service: text)), .init("difference", answered(difference: text)),
        .init("link code", link(code: text)), .init("link shown", link(link: text)), .init("link headline", link(headline: text)),
        .init("link reason", link(reason: text)), .init("step name", link(name: text)), .init("step", link(step: text)),
        .init("step reason", link(because: text)), .init("file finding code", file(code: text)),
        .init("file finding", file(message: text)), .init("file remedy", file(remedy: text)), .init("file line", file(line: text)),
        .init("file remark", file(remark: text)), .init("visit", visit(url: text)), .init("visit outcome", visit(outcome: text)),
        .init("visit meaning", visit(meaning: text)), .init("fact", visit(fact: text)), .init("fact value", visit(value: text)),
    ]
}
