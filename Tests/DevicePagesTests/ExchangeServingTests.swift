@testable import DevicePages
import DeviceProtocol
@testable import DeviceSimulator
import HTTPTypes
import HummingbirdTesting
import Markup
import Testing
import WebServing

@Suite("Files with credentials on the phones' page")
struct ExchangeServingTests {
    private static let confirmed = PhoneView.sample(.settings(.exported))

    @Test("a confirmed export is a file to save, which no cache keeps")
    func export() async throws {
        try await DevicePagesScene.run(Self.confirmed) { scene async throws in
            #expect(try await scene.get("/device").text.contains("href=\"\(PagePath.export(1).text)\""))
            let file = try await scene.get(PagePath.export(1).text)
            #expect(file.status == .ok && file.text == "{}")
            #expect(file.headers[.contentDisposition] == "attachment; filename=\"credentials.json\"")
            #expect(file.headers[.contentType] == "application/json" && file.headers[.cacheControl] == "no-store")
            #expect(file.headers[.xContentTypeOptions] == "nosniff")
        }
    }

    @Test("an export that the user did not confirm has no link and no file")
    func unconfirmed() async throws {
        try await DevicePagesScene.run(.sample(.settings(.sample(.exportCredentials)))) { scene async throws in
            #expect(try await !scene.get("/device").text.contains(PagePath.export(1).text))
            let file = try await scene.get(PagePath.export(1).text)
            #expect(file.status == .conflict && file.text.contains(#""code":"nothing-there""#))
        }
    }

    @Test(
        "a page of another site receives no file",
        arguments: [
            [.origin: "https://example.com"], [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"],
        ] as [HTTPFields])
    func foreign(_ headers: HTTPFields) async throws {
        try await DevicePagesScene.run(Self.confirmed) { scene async throws in
            #expect(try await scene.get(PagePath.export(1).text, headers: headers).status == .forbidden)
            let form = try await scene.post(PagePath.importing(1).text, form: "file=%7B%7D", headers: headers)
            #expect(form.status == .forbidden)
            #expect(await scene.phone.actions.isEmpty)
        }
    }

    @Test("the text of a file reaches the phone, also a large one")
    func importing() async throws {
        try await DevicePagesScene.run { scene async throws in
            let large = String(repeating: "x", count: 200_000)
            for (form, text) in [("file=%7B%22a%22%3A+1%7D", #"{"a": 1}"#), ("file=" + large, large), ("", "")] {
                #expect(try await scene.post(PagePath.importing(1).text, form: form).status == .noContent)
                #expect(await scene.phone.actions.last == .importCredentials(file: text))
            }
        }
    }

    @Test("the page has the phone's limit for a file")
    func limit() {
        #expect(ImportPage.limit == CredentialDocument.maximumLength)
    }

    @Test("a form with more than a file of 8 MiB is rejected, and so is a large form at another address")
    func tooLarge() async throws {
        try await DevicePagesScene.run { scene async throws in
            let tooLarge = "file=" + String(repeating: "x", count: FormBody.fileLimit)
            #expect(try await scene.post(PagePath.importing(1).text, form: tooLarge).status == .badRequest)
            let large = "action=" + String(repeating: "x", count: FormBody.limit)
            #expect(try await scene.post(PagePath.phone(1).text, form: large).status == .badRequest)
            #expect(await scene.phone.actions.isEmpty)
        }
    }

    @Test("the fields of the import are not part of the phone's form, which every action sends")
    func fields() throws {
        let markup = PhoneSample(name: "", view: .sample(.settings(.sample(.importCredentials)))).markup
        let field = try #require(markup.firstMatch(of: /<textarea[^>]*>/)).0
        #expect(field.contains(" form=\"phone-1-import\"") && field.contains(" name=\"file\""))
        let chooser = try #require(markup.firstMatch(of: /<input type="file"[^>]*>/)).0
        #expect(!chooser.contains(" name=") && chooser.contains(" data-fills=\"phone-1-file\""))
    }
}
