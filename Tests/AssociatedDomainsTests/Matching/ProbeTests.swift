import AssociatedDomains
import ConformanceData
import Foundation
import Testing

@Suite("Recorded results of Apple's swcutil") struct ProbeTests {
    /// A line of the recorded results.
    private struct Probe: CustomStringConvertible {
        let command: String
        let category: String
        let name: String
        let json: String
        let url: String
        let result: String

        var description: String { "\(command) \(category) \(name)" }

        static func all() throws -> [Probe] {
            let text = try String(contentsOf: ConformanceData.file("associated-domains/swcutil-probes.tsv"), encoding: .utf8)
            return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
                let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                try #require(fields.count == 6, "\(line)")
                return Probe(
                    command: fields[0], category: fields[1], name: fields[2], json: fields[3], url: fields[4], result: fields[5])
            }
        }
    }

    @Test("every probe gives the recorded result")
    func probes() throws {
        let probes = try Probe.all()
        #expect(probes.count >= 40)
        for probe in probes {
            let url = try LinkURL(probe.url)
            let outcome =
                probe.command == "match"
                ? try ComponentList(probe.json.utf8).decision(for: url).outcome
                : AssociationMatcher(try AssociationFile(probe.json)).decision(for: url).outcome
            #expect(outcome == ["M": .matched, "N": LinkOutcome.none, "B": .blocked][probe.result], "\(probe)")
        }
    }
}
