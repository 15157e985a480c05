import DeviceScreens
import Foundation

/// Two-factor authentication with the key of this device as the second factor.
extension ResultViewController {
    var factorElements: [AppElement] {
        guard signedIn != nil else { return [] }
        if deviceKey.isEmpty {
            return [.button(AppButton("two-factor-on", title: texts(.turnOnTwoFactor)))]
        }
        return [
            .text(AppText(texts(.twoFactorIsOn), style: .caption)),
            .button(AppButton("two-factor-off", title: texts(.turnOffTwoFactor))),
        ]
    }

    func turnOnTwoFactor() {
        change { server, session in
            let publicKey = try await TwoFactorRight.generateClientKeys()
            let added = try await server.addDeviceKey(publicKey, name: self.texts(.deviceKeyName), session: session) { challenge in
                await TwoFactorRight.attestation(for: challenge)
            }
            try KeychainItem.deviceKey.saveItem(added.id)
            self.deviceKey = added.id
            if !added.recoveryCodes.isEmpty { self.show(added.recoveryCodes) }
        }
    }

    func turnOffTwoFactor() {
        let key = deviceKey
        change { server, session in
            try await server.removeDeviceKey(key, session: session)
            await TwoFactorRight.forget()
            self.deviceKey = ""
        }
    }

    private func show(_ recoveryCodes: [String]) {
        alert = AppAlert(
            title: texts(.recoveryCodes),
            message: texts(.recoveryCodesLead) + "\n\n" + recoveryCodes.joined(separator: "\n"), buttons: [texts(.done)])
    }

    /// Changes the account on the server; asks for the second factor first if the server requires it.
    private func change(_ body: @escaping @MainActor (AccountServerClient, String) async throws -> Void) {
        guard let (server, session) = signedIn else { return }
        failureLabel = ""
        Task { @MainActor in
            do {
                try await body(server, session)
                self.changed()
            } catch let rejection as ServerProblem {
                guard let challenge = rejection.factor, let key = challenge.ownKey else {
                    return self.tell(
                        rejection.code == "reauthentication-required"
                            ? self.texts(.signInAgainToChange) : rejection.reason(in: self.texts))
                }
                await self.stepUp(challenge, key, server, session, body)
            } catch is URLError {
                self.tell(self.texts(.serverUnreachable))
            } catch {
                self.tell(self.texts(.cannotConfirm))
            }
        }
    }

    private func stepUp(
        _ challenge: FactorChallenge, _ key: String, _ server: AccountServerClient, _ session: String,
        _ body: @MainActor (AccountServerClient, String) async throws -> Void
    ) async {
        do {
            let proof = try await challenge.signed(by: key, localizedReason: texts(.biometryReason))
            let renewed = try await server.answer(challenge, by: proof, session: session)
            keep(renewed.token)
            try await body(server, renewed.token)
            changed()
        } catch {
            tell(texts(.couldNotConfirm))
        }
    }
}
