extension ServiceDesk {
    /// Signs with the key whose turn it is.
    struct CurrentSigner {
        let id: KeyIdentifier
        let signer: TokenSigner

        func sign(_ claims: IdentityTokenClaims, spoilt: Bool) -> String? {
            signer.sign(claims, keyID: id, spoilt: spoilt)
        }

        func sign(_ claims: NotificationClaims, spoilt: Bool) -> String? {
            signer.sign(claims, keyID: id, spoilt: spoilt)
        }
    }

    var signer: CurrentSigner? {
        guard let id = state.keys.signing, let signer = signers[id] else { return nil }
        return CurrentSigner(id: id, signer: signer)
    }

    mutating func install(_ signer: TokenSigner, rotation: KeyRotation) {
        var id = KeyIdentifier(drawnFrom: &randomness, length: state.settings.signingKeyIDLength)
        while signers[id] != nil { id = KeyIdentifier(drawnFrom: &randomness, length: state.settings.signingKeyIDLength) }
        signers[id] = signer
        state.keys.add(
            .init(
                id: id, pem: signer.pem, modulus: signer.modulus, exponent: signer.exponent, createdAt: now, isListed: true),
            rotation, size: state.settings.listedKeys)
        let known = Set(state.keys.entries.map(\.id))
        signers = signers.filter { known.contains($0.key) }
    }

    /// Makes the signers of a restored state.
    mutating func restoreSigners() async throws {
        for entry in state.keys.entries { signers[entry.id] = try await TokenSigner(pem: entry.pem) }
    }
}
