import Crypto
import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey apple-identity client-secret and diagnose", .tags(.realParts), .timeLimit(.minutes(20)))
struct AppleIdentityDiagnosisTests {
    private func parts(_ secret: String) throws -> [String] {
        try secret.split(separator: ".").prefix(2).map { part in
            let base64 = String(part).replacing("-", with: "+").replacing("_", with: "/")
            let padded = base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)
            return String(decoding: try #require(Data(base64Encoded: padded)), as: UTF8.self)
        }
    }

    @Test("a client secret is one line, and --json adds its times")
    func clientSecret() throws {
        let folder = try AppleIdentityFolder()
        let run = try folder.run("client-secret", "--lifetime 60 --json")
        let document = try run.document
        let issuedAt = try #require(document["issuedAt"]?.number?.int)
        #expect(document["expiresAt"]?.number?.int == issuedAt + 60 && run.status == 0 && run.errors.isEmpty)
        let parts = try parts(try #require(document["clientSecret"]?.string))
        #expect(parts[0] == #"{"alg":"ES256","kid":"KEY4567890"}"#)
        #expect(
            parts[1]
                == #"{"iss":"TEAM567890","iat":\#(issuedAt),"exp":\#(issuedAt + 60),"aud":"https://appleid.apple.com","sub":"com.example.app"}"#
        )
        let plain = try folder.run("client-secret")
        #expect(plain.output.split(separator: ".").count == 3 && plain.output.filter { $0 == "\n" }.count == 1)
    }

    @Test(
        "every mistake in the credentials is reported with a hint and exit code 2",
        arguments: [
            ("--team team567890", "team-id-character"), ("--team TEAM56789", "team-id-length"),
            ("--key-id KEY456789", "key-id-length"),
            ("--client-id com.example.*", "client-id-wildcard"), ("--client-id TEAM567890.com.example.app", "client-id-has-team"),
            ("--lifetime 15777001", "lifetime-too-long"), ("--lifetime 59", "lifetime-too-short"),
            ("--key-file ec", "key-file-is-sec1"),
        ])
    func mistakes(option: String, code: String) throws {
        let folder = try AppleIdentityFolder()
        try folder.folder.write("-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n", to: "ec")
        let run = try folder.run("client-secret", option)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.contains("(\(code))") && run.errors.contains("hint: "))
    }

    @Test("a missing key file is reported")
    func missing() throws {
        #expect(
            try AppleIdentityFolder().run("client-secret", "--key-file none").transcript == """
                ! latchkey: none cannot be read
                !   hint: check the path and its permissions
                = 2
                """)
    }

    @Test("Apple's error is explained, the likeliest cause first")
    func explained() throws {
        let folder = try AppleIdentityFolder()
        let run = try folder.with("diagnose invalid_grant --description The~code~has~already~been~used. --operation exchange")
        #expect(
            run.transcript == """
                certain: the code was exchanged before (code-used)
                    exchange each code once; look for a retry, a reloaded callback page or a second server
                = 1
                """)
        let json = try folder.with(#"diagnose --json {"error":"invalid_scope"}"#)
        #expect(try json.document["causes"]?[0]?["code"] == "protocol-differs" && json.status == 0)
    }

    @Test("mistakes on this side precede possible causes of Apple's error")
    func local() throws {
        let folder = try AppleIdentityFolder()
        let secret = try folder.run("client-secret").output
        try folder.folder.write(secret, to: "secret")
        let options = "--team TEAM567890 --key-file AuthKey_KEY4567890.p8 --secret-file secret"
        let good = try folder.with("diagnose --key-id KEY4567890 --client-id com.example.app \(options)")
        #expect(good.transcript == "no mistake found on this machine\n= 0")
        let run = try folder.with("diagnose --json --key-id KEY4567891 --client-id com.example.App \(options) invalid_client")
        let codes = try #require(try run.document["causes"]?.array?.compactMap { $0["code"]?.string })
        #expect(
            codes == [
                "secret-key-differs", "secret-subject-differs", "key-file-of-other-key", "key-unknown", "client-unknown",
                "team-differs",
                "key-not-for-client",
            ])
        #expect(run.status == 1 && !run.output.contains(secret.dropLast()))
        let forms = try folder.with("diagnose --json --team x --key-id y --client-id z_ --redirect-uri http://localhost/")
        #expect(
            try forms.document["causes"]?.array?.compactMap { $0["code"]?.string }
                == ["team-id-character", "key-id-character", "client-id-character", "redirect-uri-not-https"])
    }

    @Test("a malformed error is bad input", arguments: ["{", #"{"error":1}"#, "not~an~error"])
    func malformed(error: String) throws {
        let run = try AppleIdentityFolder().with("diagnose \(error)")
        #expect(run.status == 2 && run.output.isEmpty)
    }
}
