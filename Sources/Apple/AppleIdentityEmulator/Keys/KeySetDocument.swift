/// The JSON of `/auth/keys` (facts 1.3; RFC 7517).
struct KeySetDocument: Encodable {
    struct Key: Encodable {
        let kty = "RSA"
        let kid: KeyIdentifier
        let use = "sig"
        let alg = "RS256"
        let n: String
        let e: String

        init(_ entry: KeyRing.Entry) {
            kid = entry.id
            n = entry.modulus
            e = entry.exponent
        }
    }

    let keys: [Key]
}
