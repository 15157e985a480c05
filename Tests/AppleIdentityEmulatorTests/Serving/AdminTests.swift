import AppleIdentityEmulator
import Foundation
import NIOHTTP1
import Testing

@Suite("The admin interface offers the pages' operations as JSON")
struct AdminTests {
    @Test("a relying party and an account are created, and both sign in, all over HTTP")
    func wholeWay() async throws {
        try await EmulatorScene.run { scene in
            let admin = Caller(scene.apple.baseURL)
            let team = try await admin.send(.POST, "/emulator/teams", json: #"{"name":"Two","id":"TWOTWOTWO2"}"#)
            #expect(team.status == 201)
            #expect(team.json["id"] as? String == "TWOTWOTWO2")
            let steps = [
                ("/emulator/apps", #"{"id":"com.example.two","team":"TWOTWOTWO2","name":"Two"}"#),
                (
                    "/emulator/services",
                    #"{"id":"two.web","primary":"com.example.two","name":"Two","domains":["two.example.com"],"returnURLs":["https://two.example.com/cb"]}"#
                ),
                ("/emulator/accounts", #"{"givenName":"Ben","familyName":"Okafor","email":"ben@example.com"}"#),
            ]
            for (path, body) in steps { #expect(try await admin.send(.POST, path, json: body).status == 201, "\(path)") }

            let key = try await admin.send(.POST, "/emulator/keys", json: #"{"name":"Key","primary":"com.example.two"}"#)
            let id = try #require(key.json["id"] as? String)
            let file = try await admin.send(.POST, "/emulator/keys/\(id)/download", json: "{}")
            #expect((file.json["pem"] as? String)?.hasPrefix("-----BEGIN PRIVATE KEY-----") == true)
            #expect(try await admin.send(.POST, "/emulator/keys/\(id)/download", json: "{}").status == 409)

            let url =
                "https://appleid.apple.com/auth/authorize?client_id=two.web&redirect_uri=https://two.example.com/cb&response_type=code&response_mode=form_post&scope=name%20email&state=s"
            let signedIn = try await admin.send(
                .POST, "/emulator/sign-ins", json: #"{"url":"\#(url)","account":"ben","choices":{"email":"hide"}}"#)
            #expect(signedIn.status == 200)
            let fields = try #require(signedIn.json["fields"] as? [String: String])
            #expect(fields["code"] != nil)
            #expect(fields["state"] == "s")
            let consents = try await admin.get("/emulator/consents").json["consents"] as? [[String: Any]]
            #expect(consents?.first?["primary"] as? String == "com.example.two")
            let revoked = try await admin.send(.DELETE, "/emulator/accounts/ben/consents/com.example.two", [], nil)
            #expect(revoked.status == 204)
        }
    }

    @Test("a device receives a credential and its later state")
    func native() async throws {
        try await EmulatorScene.run { scene in
            let admin = Caller(scene.apple.baseURL)
            let form = try await admin.send(
                .POST, "/emulator/native/form", json: #"{"client":"com.example.shop","account":"anna","scopes":["name","email"]}"#)
            #expect(form.json["isFirst"] as? Bool == true)
            let credential = try await admin.send(
                .POST, "/emulator/native/sign-ins",
                json: #"{"client":"com.example.shop","account":"anna","scopes":["name"],"nonce":"n","state":"s"}"#)
            let user = try #require(credential.json["user"] as? String)
            #expect(Claims(credential.json["identityToken"] as? String)?["nonce"] as? String == "n")
            let question = #"{"client":"com.example.shop","user":"\#(user)","account":"anna"}"#
            #expect(
                try await admin.send(.POST, "/emulator/native/credential-state", json: question).json["state"] as? String
                    == "authorized")
            _ = try await admin.send(.DELETE, "/emulator/accounts/anna/consents/com.example.shop", [], nil)
            #expect(
                try await admin.send(.POST, "/emulator/native/credential-state", json: question).json["state"] as? String
                    == "revoked")
            let rejected = try await admin.send(
                .POST, "/emulator/native/sign-ins", json: #"{"client":"com.example.nobody","account":"anna"}"#)
            #expect(rejected.status == 409)
            #expect((rejected.json["error"] as? [String: Any])?["code"] as? String == "unknownClient")
            let unasked = try await admin.send(
                .POST, "/emulator/native/sign-ins",
                json: #"{"client":"com.example.shop","account":"anna","scopes":["email"],"expectsConsent":true}"#)
            #expect(unasked.status == 409)
            #expect((unasked.json["error"] as? [String: Any])?["code"] as? String == "notConsented")
            for (isOn, status) in [(false, 409), (true, 200)] {
                let changed = try await admin.send(
                    .PUT, "/emulator/apps/com.example.shop/sign-in-with-apple", json: #"{"isOn":\#(isOn)}"#)
                let form = try await admin.send(
                    .POST, "/emulator/native/form", json: #"{"client":"com.example.shop","account":"anna","scopes":["name"]}"#)
                #expect(changed.status == 204 && form.status == status)
            }
            let nobody = try await admin.send(
                .PUT, "/emulator/apps/com.example.nobody/sign-in-with-apple", json: #"{"isOn":true}"#)
            #expect(nobody.status == 404)
        }
    }

    @Test(
        "an e-mail source is removed by its path, percent-encoded or not",
        arguments: [
            ("help@example.com", "help@example.com"), ("help@example.com", "help%40example.com"),
            ("a+b@example.com", "a+b@example.com"),
            ("a+b@example.com", "a%2Bb%40example.com"), ("a%b@example.com", "a%25b@example.com"), ("example.com", "example.com"),
        ])
    func sourcePath(source: String, segment: String) async throws {
        try await EmulatorScene.run { scene async throws in
            let admin = Caller(scene.apple.baseURL)
            let path = "/emulator/teams/\(scene.shop.team)/email-sources"
            #expect(try await admin.send(.POST, path, json: #"{"source":"\#(source)"}"#).status == 204)
            #expect(scene.apple.service.teams.first?.emailSources.map(\.rawValue) == [source])
            #expect(try await admin.send(.DELETE, path + "/a%zz", [], nil).status == 400)
            #expect(try await admin.send(.DELETE, path + "/" + segment, [], nil).status == 204)
            #expect(scene.apple.service.teams.first?.emailSources == [])
        }
    }

    @Test("clock, settings and faults can be changed and read")
    func state() async throws {
        try await EmulatorScene.run { scene in
            let admin = Caller(scene.apple.baseURL)
            let clock = try await admin.send(.PUT, "/emulator/clock", json: #"{"advance":3600}"#)
            #expect(clock.json["offset"] as? Int == 3600)
            #expect(
                try await admin.send(.PUT, "/emulator/clock", json: #"{"now":"2026-05-01T00:00:00Z"}"#).json["now"] as? String
                    == "2026-05-01T00:00:00Z")
            let settings = try await admin.send(.PATCH, "/emulator/settings", json: #"{"wireStyle":"2019","listedKeys":1}"#)
            #expect(settings.json["wireStyle"] as? String == "2019")
            #expect(scene.apple.service.settings.listedKeys == 1)
            let fault = try await admin.send(
                .POST, "/emulator/faults", json: #"{"endpoint":"token","kind":"status","value":"503","count":2}"#)
            #expect(fault.json["remaining"] as? Int == 2)
            #expect(try await admin.send(.DELETE, "/emulator/faults", [], nil).status == 204)
            #expect(scene.apple.service.faults.isEmpty)
            let rotated = try await admin.send(.POST, "/emulator/signing-keys/rotate", json: #"{"rotation":"abrupt"}"#)
            #expect((rotated.json["signingKeys"] as? [[String: Any]])?.count { $0["isListed"] as? Bool == true } == 1)
        }
    }

    @Test(
        "a misspelled, missing or mistyped member is rejected with its name",
        arguments: [
            ("POST", "/emulator/accounts", #"{"givenname":"A"}"#, "givenname"),
            ("POST", "/emulator/accounts", #"{"familyName":"A"}"#, "givenName"),
            ("POST", "/emulator/accounts", #"{"givenName":"A","email":"a@b.example","hasTwoFactor":"yes"}"#, "hasTwoFactor"),
            ("POST", "/emulator/accounts", "[]", "the body"), ("POST", "/emulator/accounts", "{", "not JSON"),
            ("PATCH", "/emulator/settings", #"{"wirestyle":"2019"}"#, "wirestyle"),
            ("PATCH", "/emulator/settings", #"{"listedKeys":9}"#, "listedKeys"),
            ("PUT", "/emulator/clock", "{}", "either now"),
            ("POST", "/emulator/faults", #"{"endpoint":"token","kind":"explode"}"#, "explode"),
            ("POST", "/emulator/faults", #"{"endpoint":"nowhere","kind":"stale"}"#, "endpoint"),
            ("POST", "/emulator/teams", #"{"name":"T","id":"short"}"#, "id"),
        ])
    func rejected(method: String, path: String, body: String, says: String) async throws {
        try await EmulatorScene.run { scene in
            let answer = try await Caller(scene.apple.baseURL).send(HTTPMethod(rawValue: method), path, json: body)
            #expect(answer.status == 400)
            let message = try #require((answer.json["error"] as? [String: Any])?["message"] as? String)
            #expect(message.contains(says), "\(message)")
        }
    }

    @Test("a form or plain text, which a page of another site could send, changes nothing")
    func notJSON() async throws {
        try await EmulatorScene.run { scene in
            let admin = Caller(scene.apple.baseURL)
            for type in ["text/plain", "application/x-www-form-urlencoded"] {
                let answer = try await admin.post("/emulator/teams", body: #"{"name":"T"}"#, type: type)
                #expect(answer.status == 400)
            }
            let foreign = try await admin.send(
                .DELETE, "/emulator/accounts/anna", [("Origin", "https://evil.example.com")], nil)
            #expect(foreign.status == 403)
            #expect(scene.apple.service.person(scene.anna) != nil)
        }
    }

    @Test("under a foreign host name, only the admin token gives access")
    func token() async throws {
        try await EmulatorScene.run({ $0.adminToken = "open-sesame" }) { scene in
            let admin = Caller(scene.apple.baseURL)
            let host = ("Host", "emulator.internal")
            var statuses: [Int] = []
            for authorization in ["", "Bearer open-sesam", "Bearer open-sesame"] {
                statuses.append(
                    try await admin.get("/emulator/teams", headers: [host, ("Authorization", authorization)]).status)
            }
            #expect(statuses == [403, 403, 200])
        }
    }

    @Test("the log shows requests and the reasons for rejection, without secrets")
    func log() async throws {
        try await EmulatorScene.run { scene in
            let admin = Caller(scene.apple.baseURL)
            let secret = "super-secret-value-that-nobody-should-read"
            _ = try await admin.post(
                "/auth/token", form: ["client_id": "a", "client_secret": secret, "grant_type": "authorization_code"])
            let log = try await admin.get("/emulator/log")
            #expect((log.json["requests"] as? [[String: Any]])?.last?["endpoint"] as? String == "token")
            #expect(!log.text.contains(secret))
            #expect(!(try await admin.get("/console/log").text.contains(secret)))
            #expect(try await admin.send(.DELETE, "/emulator/log", [], nil).status == 204)
            #expect((try await admin.get("/emulator/log").json["requests"] as? [Any])?.isEmpty == true)
        }
    }
}
