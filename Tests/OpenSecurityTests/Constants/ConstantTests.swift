import ConformanceData
import Foundation
@testable import OpenSecurity
import Testing

/// The constants by name, as the compiler sees them.
enum ConstantTables {
    struct Published: Decodable {
        let pub: [String]
        let pub2: [String]
        let cm: [String: String]
        let errs: [[String]]
        let algs: [[String]]
    }
}

@Suite("Constants") struct ConstantTests {
    let published: ConstantTables.Published

    init() throws {
        published = try ConformanceData.json("apple/constants.json")
    }

    @Test("every published name exists with its value") func names() throws {
        let names = ConstantTables.names
        #expect(published.pub.count == 163)
        let exchange = [
            "kSecKeyKeyExchangeParameterRequestedSize": SecKeyKeyExchangeParameter.requestedSize.rawValue,
            "kSecKeyKeyExchangeParameterSharedInfo": SecKeyKeyExchangeParameter.sharedInfo.rawValue,
        ]
        for name in published.pub + published.pub2 {
            let value = try #require(names[name] ?? exchange[name], "\(name) is missing")
            // Constants of the file keychain of macOS are published without a value.
            if let expected = published.cm[name] { #expect(value as String == expected, "\(name)") }
        }
    }

    @Test("names of the file keychain have unique values, with one exception") func fileKeychainNames() {
        let names = ConstantTables.names
        let own = published.pub.filter { published.cm[$0] == nil }
        #expect(own.count == 23)
        for name in own where name != "kSecAttrKeyTypeECDSA" {
            #expect(names.filter { $0.value == names[name] }.map(\.key) == [name])
        }
        #expect(kSecAttrKeyTypeECDSA == kSecAttrKeyTypeEC)
    }

    @Test("every published status exists with its value") func statuses() throws {
        let statuses = ConstantTables.statuses.merging(ConstantTables.laterStatuses) { first, _ in first }
        #expect(published.errs.count == 384)
        #expect(statuses.count == 384)
        for row in published.errs {
            let status = try #require(statuses[row[0]], "\(row[0]) is missing")
            if let value = OSStatus(row[1]) {
                #expect(status == value, "\(row[0])")
            } else {
                // Another name for the same status.
                #expect(status == statuses[row[1]], "\(row[0])")
            }
        }
    }

    @Test("every status has its text") func messages() throws {
        let statuses = ConstantTables.statuses.merging(ConstantTables.laterStatuses) { first, _ in first }
        for row in published.errs where OSStatus(row[1]) != nil {
            let status = try #require(statuses[row[0]])
            let text = try #require(SecCopyErrorMessageString(status, nil)) as String
            if row[2].isEmpty {
                #expect(!text.hasPrefix("OSStatus"), "\(row[0])")
            } else {
                #expect(text == row[2], "\(row[0])")
            }
        }
        #expect(SecCopyErrorMessageString(-1, nil) == "OSStatus -1")
    }

    @Test("every published algorithm exists with its name, and keys accept no other") func algorithms() throws {
        let algorithms = ConstantTables.algorithms
        #expect(published.algs.count == 87)
        #expect(algorithms.count == 87)
        for row in published.algs {
            let algorithm = try #require(algorithms[row[0]], "\(row[0]) is missing")
            #expect(algorithm.rawValue as String == row[1])
            #expect(SecKeyAlgorithm(rawValue: row[1] as CFString) == algorithm)
        }
        #expect(Set(KeyScheme.algorithms) == Set(algorithms.values))
    }
}
