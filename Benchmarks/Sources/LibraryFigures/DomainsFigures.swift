internal import AssociatedDomains

/// Figures of `AssociatedDomains`, with a file of 1,000 components.
enum DomainsFigures {
    private struct Unexpected: Error {}

    /// Decides about links with a compiled file: each link is compared with the components in order, until one matches.
    static func matching(_: [String]) throws -> Measurement {
        let matcher = AssociationMatcher(try AssociationFile(file))
        // Spread evenly over the file, and one in eleven that no component matches.
        let taken = stride(from: 50, to: 1_000, by: 100).map { "https://example.com" + link(for: $0) }
        let links = try (taken + ["https://example.com/nowhere/at/all?q=1"]).map { try LinkURL($0) }
        guard links.dropLast().allSatisfy({ matcher.decision(for: $0).outcome == .matched }),
            links.last.map({ matcher.decision(for: $0).outcome }) == LinkOutcome.none
        else { throw Unexpected() }
        return Measurement {
            for link in links { consume(matcher.decision(for: link)) }
            return links.count
        }
    }

    /// Reads the file.
    static func parsing(_: [String]) throws -> Measurement {
        try reading(file)
    }

    /// Reads the same text under an unknown name, so that only its JSON is parsed.
    static func json(_: [String]) throws -> Measurement {
        try reading(file.replacing("applinks", with: "nolinks!", maxReplacements: 1))
    }

    private static func reading(_ text: String) throws -> Measurement {
        let file = Array(text.utf8)
        return try Measurement {
            consume(try AssociationFile(file))
            return 1
        }
    }

    /// Half are paths that end in a star, like most on real sites; the others have inner stars, variables or queries.
    private static let file: String = {
        let components = (0..<1_000).map { number in
            switch number % 8 {
            case 0: #"{"/":"/$(lang)/shop-\#(number)/*"}"#
            case 2: #"{"/":"/*/offer-\#(number)/?*"}"#
            case 4: #"{"/":"/article/\#(number)","?":{"id":"?*"}}"#
            case 6: #"{"/":"/Account/\#(number)/*","caseSensitive":false,"comment":"Pages of the account."}"#
            default: #"{"/":"/section-\#(number)/*"}"#
            }
        }
        return #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.app"],"components":["#
            + components.joined(separator: ",") + "]}]}}"
    }()

    private static func link(for number: Int) -> String {
        switch number % 8 {
        case 0: "/de/shop-\(number)/shoes"
        case 2: "/spring/offer-\(number)/a"
        case 4: "/article/\(number)?id=7"
        case 6: "/account/\(number)/name"
        default: "/section-\(number)/a/b"
        }
    }
}
