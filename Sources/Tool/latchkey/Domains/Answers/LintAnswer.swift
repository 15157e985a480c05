import AssociatedDomains
import JSONText

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
