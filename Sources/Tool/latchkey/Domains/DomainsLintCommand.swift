import ArgumentParser
import AssociatedDomains
import JSONText

struct DomainsLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Say what is wrong with an association file, or with an assetlinks.json, where, and what to do about it.",
        discussion: """
            Android's assetlinks.json is told by its name, or by holding an array with a statement in it. With --package and --certificate, \
            or with --site, lint also says whether it lets this app or site share the sign-in of its site \
            (delegate_permission/common.get_login_creds).

            Lines for --jsonl: {"json"}, the file as a string, or as a value; for an assetlinks.json also {"package","certificate"} or \
            {"site"}; answers: {"findings":[{"code","severity","line","column","message","remedy","pointer"}]}, and \
            {"signInSharing":{"granted","explanation"}} where that was asked. Severities are error, warning and info.

            Exits with 1 if a finding is an error, sign-in is not shared, or a line of a batch was refused; with 2 if the file cannot be opened.
            """)

    @Argument(help: ArgumentHelp("The file, - for standard input, or the JSON itself.", valueName: "file"))
    var file: String?

    @Option(help: ArgumentHelp("The Android app to ask about.", valueName: "package"))
    var package: String?

    @Option(help: ArgumentHelp("The SHA-256 of the certificate that the app is signed with.", valueName: "fingerprint"))
    var certificate: String?

    @Option(help: ArgumentHelp("The site to ask about, as in https://auth.example.com.", valueName: "site"))
    var site: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.refuseWithLines(file != nil || [package, certificate, site] != [nil, nil, nil], "the arguments")
        if file == nil && !options.jsonl { throw ValidationError("which file? name it, or give - for standard input") }
    }

    func run() throws {
        if options.jsonl { return try runLines() }
        let text = try AssociationText(file ?? "-")
        try options.single(text: String(decoding: text.shown, as: UTF8.self)) {
            let question = try AssetQuestion(package: package, certificate: certificate, site: site)
            let answer = try LintAnswer(text, named: file, question: question)
            options.write(answer.json, lines: answer.lines)
            if answer.isNegative { throw CommandFailure(.negative, []) }
        }
    }

    private func runLines() throws {
        var isNegative = false
        try LineBatch.run(.lineOfFile) { line in
            let question = try AssetQuestion(
                package: try line.optionalString("package"), certificate: try line.optionalString("certificate"),
                site: try line.optionalString("site"))
            let answer = try LintAnswer(AssociationText(try line.text("json")), question: question)
            isNegative = isNegative || answer.isNegative
            return answer.json
        }
        if isNegative { throw CommandFailure(.negative, []) }
    }
}

/// What lint says of a file: an association file, or Android's `assetlinks.json`.
struct LintAnswer {
    let json: JSONValue
    /// The answer for people.
    let lines: [String]
    /// Whether a finding is an error, or what was asked for is not given.
    let isNegative: Bool

    /// - Parameters:
    ///   - text: the file.
    ///   - name: its name, where it has one: `assetlinks.json` is Android's, whatever it holds.
    ///   - question: for `assetlinks.json` alone.
    init(_ text: AssociationText, named name: String? = nil, question: AssetQuestion?) throws(InputRefusal) {
        let isAndroid = name?.split(separator: "/").last == "assetlinks.json" || AssetLinks.recognises(text.bytes)
        if isAndroid {
            self.init(AssetLinks(reading: text.bytes), text, question)
        } else if question == nil {
            self.init(AssociationFile.lint(text.bytes), text)
        } else {
            throw InputRefusal(
                "not-asset-links", "Only an assetlinks.json says who shares sign-in with Android apps and sites.",
                remedy: "Name such a file; what Apple's systems make of a site is told by latchkey domains check.")
        }
    }

    private init(_ findings: [Finding], _ text: AssociationText) {
        json = ["findings": .array(findings.map(\.json))]
        // The places of a signed file are places in its content.
        let shown = findings.contains { $0.code == .signedFile || $0.code == .signatureUnreadable } ? nil : text.shown
        lines = findings.isEmpty ? ["ok"] : findings.flatMap { $0.lines(under: shown) }.dropLast()
        isNegative = findings.contains { $0.severity == .error }
    }

    private init(_ links: AssetLinks, _ text: AssociationText, _ question: AssetQuestion?) {
        let verdict = question?.answer(of: links)
        var object = JSONObject([("findings", .array(links.findings.map(\.json)))])
        object["signInSharing"] = verdict.map {
            ["granted": .boolean($0.isGranted), "explanation": .string($0.explanation)]
        }
        json = .object(object)
        let found = links.findings.isEmpty ? ["ok"] : Array(links.findings.flatMap { $0.lines(under: text.bytes) }.dropLast())
        lines = found + (verdict.map { ["", "sign-in sharing: \($0.isGranted ? "yes" : "no"): \($0.explanation)"] } ?? [])
        isNegative = links.findings.contains { $0.severity == .error } || verdict?.isGranted == false
    }
}

extension Finding {
    /// The finding for programs. `line` and `column` count from 1, columns in Unicode scalars; `pointer` is the path through the
    /// document (RFC 6901).
    var json: JSONValue {
        [
            "code": .string(code.rawValue), "severity": .string(severity.rawValue), "line": .integer(position.line),
            "column": .integer(position.column), "message": .string(message), "remedy": .string(remedy),
            "pointer": .string(pointer),
        ]
    }

    /// The finding for people, with its place in the text underlined, what to do about it, and an empty line.
    ///
    /// - Parameter text: what its position counts in; nil where that cannot be shown.
    func lines(under text: [UInt8]?) -> [String] {
        let head = "\(position): \(severity.rawValue): \(message.spoken) (\(code.rawValue))"
        let shown = text.map { excerpt(of: $0) } ?? []
        return [head] + shown + ["    \(remedy.spoken)", ""]
    }

    private func excerpt(of text: [UInt8]) -> [String] {
        let offset = position.offset
        guard offset <= text.count, !(place.bytes.isEmpty && offset == 0) else { return [] }
        return Excerpt(of: text, near: offset..<offset + place.bytes.count).lines
    }
}

extension AssetLinksFinding {
    /// The finding for programs, as of association files; there is no pointer.
    var json: JSONValue {
        [
            "code": .string(code.rawValue), "severity": .string(severity.rawValue), "line": .integer(position.line),
            "column": .integer(position.column), "message": .string(message), "remedy": .string(remedy),
        ]
    }

    /// The finding for people, as of association files.
    func lines(under text: [UInt8]) -> [String] {
        let offset = position.offset
        let shown = offset > 0 && offset <= text.count ? Excerpt(of: text, near: offset..<offset + 1).lines : []
        return ["\(position): \(severity.rawValue): \(message.spoken) (\(code.rawValue))"] + shown + ["    \(remedy.spoken)", ""]
    }
}

/// Whether an `assetlinks.json` gives somebody sign-in sharing: an Android app, or a web site.
struct AssetQuestion {
    private let asker: AssetAsker
    private let name: String

    /// A question from its parts; nil where there are none.
    ///
    /// - Parameters:
    ///   - package: the package of an app, which goes with `certificate`.
    ///   - certificate: the SHA-256 of the certificate that the app is signed with.
    ///   - site: the site, as scheme and host.
    init?(package: String?, certificate: String?, site: String?) throws(InputRefusal) {
        switch (package, certificate, site) {
        case (nil, nil, nil): return nil
        case (let package?, let certificate?, nil):
            guard let package = AndroidPackageName(package) else {
                throw InputRefusal("bad-package-name", "The package has no name of an app.", remedy: "Write it as com.example.app.")
            }
            guard let fingerprint = CertificateFingerprint(certificate) else {
                throw InputRefusal(
                    "bad-fingerprint", "The certificate is no SHA-256.",
                    remedy: "Write 32 pairs of hexadecimal digits with colons between them.")
            }
            (asker, name) = (.androidApp(package, fingerprint), package.text)
        case (nil, nil, let site?):
            guard let site = AssetSite(site) else {
                throw InputRefusal(
                    "bad-site", "The site is no scheme and host.", remedy: "Write it as https://www.example.com, without a path.")
            }
            (asker, name) = (.web(site), "\(site)")
        default:
            throw InputRefusal(
                "unclear-asker", "An app is asked about by its package and certificate, a site by its address, and by nothing else."
            )
        }
    }

    /// What a file says.
    func answer(of links: AssetLinks) -> AssetVerdict {
        let answer = links.answer(.getLoginCredentials, for: asker)
        let statement = { (index: Int) in "statement \(index + 1) (line \(links.statements[index].position.line))" }
        let explanation =
            switch answer {
            case .granted(let index): "\(statement(index)) lets \(name) share sign-in"
            case .otherCertificate(let index): "\(statement(index)) names \(name), signed with another certificate"
            case .otherRelation(let index):
                "\(statement(index)) names \(name), and does not permit \(AssetRelation.getLoginCredentials)"
            case .unknown(let includes):
                "the file does not name \(name); files that it includes may: "
                    + includes.prefix(Self.mostIncludes).joined(separator: ", ").harmless
            case .noStatement: "no statement is about \(name)"
            }
        return AssetVerdict(isGranted: answer.isGranted, explanation: explanation)
    }

    private static let mostIncludes = 3
}

/// Whether sign-in sharing is given, and why.
struct AssetVerdict {
    let isGranted: Bool
    /// A clause without a full stop.
    let explanation: String
}
