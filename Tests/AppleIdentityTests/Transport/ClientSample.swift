import AppleIdentity
import Crypto
import Foundation
import Testing

/// A valid team with a key and a client.
enum ClientSample {
    static let now = Date(timeIntervalSince1970: 1_760_000_000)
    static let privateKey = P256.Signing.PrivateKey()

    static var p8: String { privateKey.pemRepresentation }

    static func signer(team: String = "TEAM567890") throws -> ClientSecretSigner {
        ClientSecretSigner(
            team: try TeamID(team), key: try ClientSecretKey(p8: p8, keyID: KeyID("KEY4567890")))
    }

    static func client(_ double: AppleDouble, id: String = "com.example.app") throws -> AppleClient {
        AppleClient(
            id: try ClientID(id), secrets: ClientSecretCache(signer: try signer()), transport: double, userAgent: "tests/1")
    }

    static let tokens = """
        {"access_token":"a.1","token_type":"Bearer","expires_in":3600,"refresh_token":"r.1","id_token":"h.p.s"}
        """
}

extension AppleClient {
    /// The body of a request of this client at ``ClientSample/now``, whose secret is cached.
    func form(_ rest: String) throws -> String {
        let secret = try secrets.secret(for: id, now: ClientSample.now).reveal()
        return "client_id=\(id)&client_secret=\(secret)&\(rest)"
    }
}

extension AppleRequest {
    var text: String { String(decoding: body, as: UTF8.self) }

    var fields: [String] { headers.map { "\($0.name): \($0.value)" } }
}

/// The error of an operation; nil if it succeeded.
func failure<Value>(_ operation: () async throws -> Value) async -> AppleIdentityError? {
    do {
        _ = try await operation()
    } catch let error as AppleIdentityError {
        return error
    } catch {
        Issue.record(error)
    }
    return nil
}

/// The error of an operation; nil if it succeeded.
func failure<Value>(_ operation: () throws -> Value) -> AppleIdentityError? {
    do {
        _ = try operation()
    } catch let error as AppleIdentityError {
        return error
    } catch {
        Issue.record(error)
    }
    return nil
}
