import AssociatedDomains
import Foundation
import HTTPTypes
import InternetAddresses
import JSONText
import SiteChecks
import WebClient

extension SiteCheck {
    /// The route for people: what was met, then what is wrong.
    var lines: [String] {
        let head = visits.flatMap { ["\(route.rawValue.padded(to: 6)) \($0.url)"] + $0.lines }
        let shown = findings.contains { $0.code == .signedFile || $0.code == .signatureUnreadable } ? nil : body
        let found = findings.flatMap { $0.lines(under: shown.map(Self.withoutMark)) }.dropLast()
        return head + (found.isEmpty ? [] : [""] + found)
    }

    /// The route for programs.
    func json(_ associations: [AppAssociation]) -> JSONValue {
        [
            "via": .string(route.rawValue), "visits": .array(visits.map(\.json)), "findings": .array(findings.map(\.json)),
            "services": .array(associations.map(\.json)),
        ]
    }

    private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }
}

extension FetchReport {
    fileprivate var lines: [String] {
        var fields: [(String, String)] = []
        switch outcome {
        case .success(let response):
            fields.append(("status", "\(response.status.code), \(response.body.count) bytes"))
            fields += response.tellingHeaders.map { ("header", "\($0.name): \($0.value.harmless)") }
        case .failure(let error): fields.append(("failed", "\(error)".harmless))
        }
        if let address { fields.append(("address", "\(address)")) }
        if let certificate { fields.append(("certificate", certificate.words.harmless)) }
        fields.append(("time", timings.milliseconds.map { "\($0.name) \($0.value) ms" }.joined(separator: ", ")))
        return fields.map { "  \($0.0.padded(to: 12)) \($0.1)" }
    }

    fileprivate var json: JSONValue {
        var object = JSONObject([("url", .string("\(url)"))])
        switch outcome {
        case .success(let response):
            object["status"] = .integer(response.status.code)
            object["size"] = .integer(response.body.count)
            object["headers"] = .object(JSONObject(response.tellingHeaders.map { ($0.name.lowercased(), .string($0.value)) }))
        case .failure(let error): object["error"] = ["code": .string(error.code), "reason": .string("\(error)")]
        }
        object["address"] = address.map { .string("\($0)") }
        object["certificate"] = certificate?.json
        object["milliseconds"] = .object(JSONObject(timings.milliseconds.map { ($0.name, .integer($0.value)) }))
        return .object(object)
    }
}

extension ShownCertificate {
    fileprivate var words: String {
        "\(subject), by \(issuer), for \(names.joined(separator: ", ")); \(Self.date(notBefore)) to \(Self.date(notAfter)); "
            + "SHA-256 \(fingerprint)"
    }

    fileprivate var json: JSONValue {
        [
            "subject": .string(subject), "issuer": .string(issuer), "names": .array(names.map(JSONValue.string)),
            "notBefore": .string(Self.date(notBefore)), "notAfter": .string(Self.date(notAfter)), "sha256": .string(fingerprint),
        ]
    }

    private static func date(_ seconds: Double) -> String { Date(timeIntervalSince1970: seconds).formatted(.iso8601) }
}
