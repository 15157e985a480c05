import AssociatedDomains
import Testing

@Suite("The recorded answers of Apple's swcutil", .enabled(if: SharedData.isPresent, "../shared/data is absent"))
struct ProbeTests {
    @Test("every probe gives the recorded result")
    func probes() throws {
        let probes = try SharedData.probes()
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
