import Crypto
import Foundation
import Secrets

@testable import DeviceServices

/// Documents in CXF, written by hand.
enum ExchangeSample {
    static let key = P256.Signing.PrivateKey()
    static let scope = #""scope":{"urls":["https://example.com/login"],"androidApps":[]}"#

    /// Returns a document with one item.
    ///
    /// - Parameter members: the members of the item besides `id` and `credentials`.
    static func document(_ credentials: [String], members: String = #""title":"Example","# + scope) -> [UInt8] {
        document(items: [item(credentials, members: members)])
    }

    static func item(_ credentials: [String], members: String = #""title":"Example","# + scope) -> String {
        #"{"id":"aXRlbQ",\#(members),"credentials":[\#(credentials.joined(separator: ","))]}"#
    }

    static func document(items: [String], version: String = #"{"major":1,"minor":0}"#) -> [UInt8] {
        Array(
            """
            {"version":\(version),"exporterRpId":"vault.example","exporterDisplayName":"Vault","timestamp":1700000000,
            "accounts":[{"id":"YWNjb3VudA","username":"","email":"","collections":[],"items":[\(items.joined(separator: ","))]}]}
            """.utf8)
    }

    static func password(_ user: String = "jane", _ password: String = "Vq7-kilo-umbra-29") -> String {
        #"""
        {"type":"basic-auth","username":{"fieldType":"string","value":"\#(user)"},
        "password":{"fieldType":"concealed-string","value":"\#(password)"}}
        """#
    }

    static func note(_ text: String = "by the door") -> String {
        #"{"type":"note","content":{"fieldType":"string","value":"\#(text)"}}"#
    }

    static func code(
        secret: String = "JBSWY3DPEHPK3PXP", digits: String = "6", period: String = "30", algorithm: String = "sha1",
        members: String = #""username":"jane","issuer":"Example""#
    ) -> String {
        #"""
        {"type":"totp","secret":"\#(secret)","period":\#(period),"digits":\#(digits),"algorithm":"\#(algorithm)",\#(members)}
        """#
    }

    static func passkey(
        id: [UInt8] = [1, 2, 3], site: String = "example.com", user: String = "jane", handle: [UInt8] = [9],
        key: [UInt8] = Array(ExchangeSample.key.derRepresentation), members: String = ""
    ) -> String {
        #"""
        {"type":"passkey","credentialId":"\#(Base64URL.encode(id))","rpId":"\#(site)","username":"\#(user)",
        "userDisplayName":"Jane","userHandle":"\#(Base64URL.encode(handle))","key":"\#(Base64URL.encode(key))"\#(members)}
        """#
    }

    /// Returns a passkey with these members of `fido2Extensions`.
    static func passkey(id: [UInt8] = [1, 2, 3], handle: [UInt8] = [9], extensions: String) -> String {
        passkey(id: id, handle: handle, members: #","fido2Extensions":{\#(extensions)}"#)
    }

    /// Returns the secrets of the extension `prf`.
    static func secrets(algorithm: String = "hmac-sha256", length: Int = 32) -> String {
        let (verified, unverified) = ([UInt8](repeating: 1, count: length), [UInt8](repeating: 2, count: 32))
        return #"""
            "hmacCredentials":{"algorithm":"\#(algorithm)","credWithUV":"\#(Base64URL.encode(verified))",
            "credWithoutUV":"\#(Base64URL.encode(unverified))"}
            """#
    }

    /// Returns the blob of the extension `largeBlob`.
    ///
    /// - Parameter data: the blob as a DEFLATE stream.
    static func blob(_ data: [UInt8], size: Int) -> String {
        #""largeBlob":{"uncompressedSize":\#(size),"data":"\#(Base64URL.encode(data))"}"#
    }
}
