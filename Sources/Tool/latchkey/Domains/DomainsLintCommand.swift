import ArgumentParser
import AssociatedDomains
import JSONText

struct DomainsLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check an association file or an assetlinks.json for mistakes.",
        discussion: """
            A file is Android's assetlinks.json if it has that name, or is an array with a statement in it. With --package and \
            --certificate, or with --site, lint also says whether the file lets this app or site share the sign-in of its site \
            (delegate_permission/common.get_login_creds).

            Lines for --jsonl: {"json"}, the file as a string, or as a value; for an assetlinks.json also {"package","certificate"} or \
            {"site"}; results: {"findings":[{"code","severity","line","column","message","remedy","pointer"}]}, and \
            {"signInSharing":{"granted","explanation"}} if requested. Severities are error, warning and info.

            Exits with 1 if a finding is an error, sign-in is not shared, or a line of a batch was rejected; with 2 if the file cannot be \
            read.
            """,
        example: "latchkey domains lint apple-app-site-association")

    @Argument(help: ArgumentHelp("The file, - for standard input, or the JSON itself.", valueName: "file"))
    var file: String?

    @Option(help: ArgumentHelp("The Android app to check.", valueName: "package"))
    var package: String?

    @Option(help: ArgumentHelp("The SHA-256 of the app's signing certificate.", valueName: "fingerprint"))
    var certificate: String?

    @Option(help: ArgumentHelp("The site to check, such as https://auth.example.com.", valueName: "site"))
    var site: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.rejectWithLines(file != nil || [package, certificate, site] != [nil, nil, nil], "the arguments")
        if file == nil && !options.jsonl { throw ValidationError("missing file; name it, or give - for standard input") }
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

/// The result of lint for an association file or Android's `assetlinks.json`.
struct LintAnswer {
    let json: JSONValue
    /// The result as lines of text.
    let lines: [String]
    /// Whether a finding is an error, or sign-in is not shared.
    let isNegative: Bool

    /// - Parameters:
    ///   - text: the file.
    ///   - name: its name, if it has one; `assetlinks.json` is Android's, regardless of its content.
    ///   - question: the app or site to check; for `assetlinks.json` alone.
    init(_ text: AssociationText, named name: String? = nil, question: AssetQuestion?) throws(InputError) {
        let isAndroid = name?.split(separator: "/").last == "assetlinks.json" || AssetLinks.recognises(text.bytes)
        if isAndroid {
            self.init(AssetLinks(reading: text.bytes), text, question)
        } else if question == nil {
            self.init(AssociationFile.lint(text.bytes), text)
        } else {
            throw InputError(
                "not-asset-links", "Only an assetlinks.json shares sign-in with Android apps and sites.",
                remedy: "Name such a file; latchkey domains check checks a site for Apple's systems.")
        }
    }

    private init(_ findings: [Finding], _ text: AssociationText) {
        json = ["findings": .array(findings.map(\.json))]
        // Positions in a signed file refer to its content, which cannot be shown here.
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
    /// The finding as JSON. `line` and `column` count from 1, columns in Unicode scalars; `offset` is the position in the text of
    /// the entry; `pointer` is the path through the document (RFC 6901).
    var json: JSONValue {
        var object = JSONObject([("code", .string(code.rawValue)), ("severity", .string(severity.rawValue))])
        object["entry"] = entry.map { .integer($0) }
        object["offset"] = offset.map { .integer($0) }
        object["line"] = position.map { .integer($0.line) }
        object["column"] = position.map { .integer($0.column) }
        object["message"] = .string(message)
        object["remedy"] = .string(remedy)
        object["pointer"] = pointer.map { .string($0) }
        return .object(object)
    }

    /// Returns the finding as lines of text: the message, the underlined part of the file, the remedy, and an empty line.
    ///
    /// - Parameter text: the text that the position refers to; nil if it cannot be shown.
    func lines(under text: [UInt8]?) -> [String] { lines(text.map { excerpt(of: $0) } ?? []) }

    /// Returns the finding as lines of text, with the given excerpt of the file.
    func lines(_ excerpt: [String]) -> [String] {
        let place = position.map { "\($0): " } ?? entry.map { "entry \($0 + 1): " } ?? ""
        return ["\(place)\(severity.rawValue): \(message.asMessage) (\(code.rawValue))"] + excerpt + [
            "    \(remedy.asMessage)", "",
        ]
    }

    private func excerpt(of text: [UInt8]) -> [String] {
        let offset = position?.offset ?? 0
        guard offset <= text.count, !(place.bytes.isEmpty && offset == 0) else { return [] }
        return Excerpt(of: text, near: offset..<offset + place.bytes.count).lines
    }
}

/// The question whether an `assetlinks.json` shares sign-in with an Android app or a web site.
struct AssetQuestion {
    private let asker: AssetRequester
    private let name: String

    /// Creates a question from options; nil if none is given.
    ///
    /// - Parameters:
    ///   - package: the package of an app; requires `certificate`.
    ///   - certificate: the SHA-256 of the app's signing certificate.
    ///   - site: the site, as scheme and host.
    init?(package: String?, certificate: String?, site: String?) throws(InputError) {
        switch (package, certificate, site) {
        case (nil, nil, nil): return nil
        case (let package?, let certificate?, nil):
            guard let package = AndroidPackageName(package) else {
                throw InputError("bad-package-name", "The package is not an app's name.", remedy: "Write it as com.example.app.")
            }
            guard let fingerprint = CertificateFingerprint(certificate) else {
                throw InputError(
                    "bad-fingerprint", "The certificate is not a SHA-256.",
                    remedy: "Write 32 pairs of hexadecimal digits with colons between them.")
            }
            (asker, name) = (.androidApp(package, fingerprint), package.text)
        case (nil, nil, let site?):
            guard let site = AssetSite(site) else {
                throw InputError(
                    "bad-site", "The site is not a scheme and host.", remedy: "Write it as https://www.example.com, without a path."
                )
            }
            (asker, name) = (.web(site), "\(site)")
        default:
            throw InputError(
                "unclear-asker", "Give either a package and its certificate, or a site."
            )
        }
    }

    /// Returns the verdict of a file.
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
                    + includes.prefix(Self.mostIncludes).joined(separator: ", ").sanitized
            case .noStatement: "no statement names \(name)"
            }
        return AssetVerdict(isGranted: answer.isGranted, explanation: explanation)
    }

    private static let mostIncludes = 3
}

/// Whether a file shares sign-in, and why.
struct AssetVerdict {
    let isGranted: Bool
    /// A clause without a full stop.
    let explanation: String
}
