import DeviceScreens
package import DeviceSimulator

/// The user's actions in Settings for a password that should be changed.
extension Phone {
    /// Taps the available action for this user's saved password.
    package func chooseRemedy(_ title: String, of user: String = "anna") async throws {
        try await perform(.openSettings(.passwords))
        try await showFace()
        try await wait { view in
            if case .settings(let settings) = view.content { settings.arePasswordsShown } else { false }
        }
        try await tap("Security Recommendations")
        try await tap(user)
        try await tap(title)
    }

    /// Returns when the recommendation shows one of these texts.
    package func upgrade(endsAs stages: PhoneView.UpgradeProgress.Stage...) async throws {
        try await wait { $0.upgradeStage.map(stages.contains) ?? false }
    }

    /// Upgrades the password with an extension that asks for a code. If the code is rejected, the user cancels.
    ///
    /// - Returns: the result.
    @discardableResult
    package func upgradePassword(of user: String, code: String) async throws -> PhoneView.UpgradeProgress.Stage? {
        try await chooseRemedy("Use Strong Password", of: user)
        if try await wait(until: { $0.hasEnded || $0.extensionFields == ["Code"] }).hasEnded { return view.upgradeStage }
        try await type(code, into: "Code")
        try await tap("Continue")
        if try await !wait(until: { $0.hasEnded || $0.saysFailure }).hasEnded {
            try await tap("Cancel")
            try await wait { $0.hasEnded }
        }
        return view.upgradeStage
    }
}

extension PhoneView {
    fileprivate var upgradeStage: UpgradeProgress.Stage? {
        if case .settings(let settings) = content { settings.recommendation?.progress?.stage } else { nil }
    }

    fileprivate var hasEnded: Bool { upgradeStage.map { $0 != .working } ?? false }

    fileprivate var extensionFields: [String] {
        appScreen?.elements.compactMap { if case .field(let field) = $0 { field.label } else { nil } } ?? []
    }

    fileprivate var saysFailure: Bool {
        appScreen?.elements.contains { if case .text(let text) = $0 { text.style == .error } else { false } } ?? false
    }
}
