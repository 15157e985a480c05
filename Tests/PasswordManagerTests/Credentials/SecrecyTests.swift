import FoundationEssentials
import Testing

@testable import PasswordManager

@Suite("Secrets are not printed")
struct SecrecyTests {
    private static let secret = "Zq7-hunter2-Zq7"

    private func show(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value) \(String(reflecting: value)) \(dumped)"
    }

    @Test("no value of the module shows a password, in any description")
    func values() throws {
        let secret = PrivateText(Self.secret)
        var record = try CredentialRecord(id: id("ann"), password: secret, at: at(0), by: device())
        try record.setNotes(secret, at: at(1), by: device())
        let upgrade = try #require(PendingUpgrade(.password(secret), idempotencyKey: "k"))
        record.beginUpgrade(upgrade, at: at(2), by: try device())
        let credential = try #require(record.credential(on: device()))
        let screen = signIn(.app(try app()), user: "ann", password: Self.secret)
        var observer = SaveObserver()
        _ = observer.observe(screen, at: at(0))
        let entered = try #require(observer.observe(InputScreen(.app(try app()), fields: []), at: at(1)))
        let bench = try Bench()
        let decision = try bench.autoFill.decide(on: entered)
        let file = try PasswordImport(Array("url,username,password\nexample.com,ann,\(Self.secret)".utf8))
        let values: [Any] = [
            secret, record, credential, upgrade, screen, entered, decision, observer, file,
            FillEffect.setText(FieldID(rawValue: "x"), secret),
        ]
        for value in values { #expect(!show(value).contains("hunter2"), "\(type(of: value))") }
        #expect(show(Self.secret).contains("hunter2"))
    }

    @Test("no error about a file shows its contents")
    func errors() {
        let broken = "url,username,password\nexample.com,ann,\"\(Self.secret)\"x"
        do {
            _ = try PasswordImport(Array(broken.utf8))
            Issue.record("the file was accepted")
        } catch {
            #expect(!show(error).contains("hunter2"))
        }
    }
}
