import AssociatedDomains

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
