import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup

extension AccountWeb {
    var showPassword: Route {
        pageRoute(PagePath.password.text, next: .password) { visit, active in
            guard active.account.hasPassword else { return showFirstPassword(to: visit, active) }
            guard service.hasRecentFactor(active, now: now()) else { return redirectToConfirmation(next: .password) }
            return show(passwordPage(for: visit, active), to: visit)
        }
    }

    /// The route of the form. It always requires the current password, so that an unattended browser is not enough to take over the
    /// account.
    var submitPassword: Route {
        formRoute(PagePath.password.text, of: [.username, .currentPassword, .newPassword], next: .password) { visit, form, active in
            guard active.account.hasPassword else { return try await submitFirstPassword(form, of: active, visit) }
            let change = PasswordChange(
                new: Password(try form.required(.newPassword)),
                current: Password(try form.required(.currentPassword)), client: visit.request.browser())
            switch try await service.changePassword(change, of: active, now: now()) {
            case .changed(let signedIn): return redirect(to: accountPath(.passwordChanged), opening: signedIn)
            case .wrongCurrentPassword:
                let page = passwordPage(for: visit, active, errors: [.wrongPassword(.currentPassword)])
                return show(page, to: visit, status: .forbidden)
            case .rejected(let rejections):
                let errors = rejections.map(\.pageError)
                return show(passwordPage(for: visit, active, errors: errors), to: visit, status: .unprocessableContent)
            case .factorRequired: return redirectToConfirmation(next: .password)
            case .noPassword: return redirect(to: PagePath.password.text)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .superseded: return redirectToSignIn(next: .password)
            }
        }
    }

    private func passwordPage(
        for visit: Visit, _ active: ActiveSession, errors: [AccountPages.FormError] = []
    ) -> ChangePasswordPage {
        ChangePasswordPage(
            username: active.account.shownName, passwordRules: service.passwordPolicy.fieldRules, errors: errors,
            formToken: formToken(for: visit))
    }
}

/// The first password of an account that signs in with Apple. Its URL is that of the password change.
extension AccountWeb {
    func showFirstPassword(to visit: Visit, _ active: ActiveSession) -> Response {
        guard service.isRecentlyAuthenticated(active, now: now()) else { return redirectToReauthentication(next: .password) }
        return show(firstPasswordPage(for: visit, active), to: visit)
    }

    func submitFirstPassword(_ form: FormFields, of active: ActiveSession, _ visit: Visit) async throws -> Response {
        let typed = active.account.userName == nil ? try form.required(.username) : nil
        let wanted = FirstPassword(
            userName: typed, password: Password(try form.required(.newPassword)), client: visit.request.browser())
        switch try await service.setFirstPassword(wanted, of: active, now: now()) {
        case .set: return redirect(to: accountPath(.passwordSet))
        case .hasPassword: return redirect(to: PagePath.password.text)
        case .reauthenticationRequired: return redirectToReauthentication(next: .password)
        case .superseded: return redirectToSignIn(next: .password)
        case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
        case .userNameRequired:
            throw Problem(.malformedForm, detail: "The user name is missing.")
        case .rejected(let rejections):
            let page = firstPasswordPage(
                for: visit, active, typed: typed ?? "", errors: rejections.map(\.newPasswordError))
            return show(page, to: visit, status: .unprocessableContent)
        }
    }

    private func firstPasswordPage(
        for visit: Visit, _ active: ActiveSession, typed: String = "", errors: [AccountPages.FormError] = []
    ) -> NewPasswordPage {
        NewPasswordPage(
            .first, username: active.account.userName?.text, typedUsername: typed, passwordRules: service.passwordPolicy.fieldRules,
            errors: errors, formToken: formToken(for: visit))
    }
}

extension RegistrationRejection {
    /// The rejection with its field in a form for a new password.
    var newPasswordError: AccountPages.FormError {
        let field: FormField =
            switch self {
            case .userName, .userNameTaken: .username
            case .password: .newPassword
            }
        return AccountPages.FormError(field: field, code: code, reason: pageReason)
    }
}

/// Upgrading a weak password on the pages.
extension AccountWeb {
    var upgradeRoutes: [Route] { [showUpgrade, submitConversion] }

    private var showUpgrade: Route {
        pageRoute(PagePath.upgrade.text, next: .upgrade) { visit, active in
            guard active.account.hasPassword else { return redirect(to: PagePath.account.text) }
            let notice = visit.request.query["notice"].flatMap(AccountPage.Notice.init(rawValue:))
            let ownPasskeys = try await shownPasskeys(of: active)
            let found = try await factors.factors(of: active)
            let protection = AccountProtection(
                hasWeakPassword: notice == .weakPassword, hasSecondFactor: active.account.hasSecondFactor,
                hasPasskey: ownPasskeys?.isEmpty == false)
            let page = UpgradePage(
                protection, apple: try await upgradeByApple(of: active), offersPasskey: ownPasskeys?.isEmpty == true,
                offersSecondFactor: !active.account.hasSecondFactor,
                lacksRecoveryCodes: active.account.hasSecondFactor && found.recoveryCodes < SecondFactorsPage.fewRecoveryCodes,
                formToken: formToken(for: visit))
            return show(page, to: visit)
        }
    }

    /// Removes the password of an account with a linked Apple identity. An account without one goes to Apple first, and Apple's
    /// response links the identity and removes the password in one transaction (``AppleWebPurpose/convert(_:)``).
    private var submitConversion: Route {
        formRoute(PagePath.upgradeToApple.text, next: .upgrade) { visit, _, active in
            switch try await service.removePassword(of: active, client: visit.request.browser(), now: now()) {
            case .removed(let signedIn): return redirect(to: accountPath(.passwordRemoved), opening: signedIn)
            case .noPassword: return redirect(to: PagePath.account.text)
            case .lastCredential: return redirect(to: accountPath(.lastCredential))
            case .reauthenticationRequired: return redirectToReauthentication(next: .upgrade)
            case .sessionEnded: return redirectToSignIn(next: .upgrade)
            }
        }
    }

    /// Returns the destination after a sign-in. If the policy would reject the password today, the account page shows a notice
    /// about it.
    func destinationAfterSignIn(
        _ destination: PageDestination, by password: Password, of userName: UserName?
    ) async -> PageDestination {
        guard destination == .account else { return destination }
        return await service.passwordPolicy.wouldReject(password, for: userName) ? .weakPassword : .account
    }

    private func upgradeByApple(of active: ActiveSession) async throws -> UpgradePage.Apple {
        guard let apple = try await linkedApple(of: active) else { return .unavailable }
        return apple.contains(where: \.isLinked) ? .linked : .unlinked
    }
}
