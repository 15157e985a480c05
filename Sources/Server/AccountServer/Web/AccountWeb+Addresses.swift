import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup
import Secrets

/// The e-mail addresses of an account on the pages. A cookie binds the code of a new address to this browser.
extension AccountWeb {
    func addressRoutes(_ addresses: AddressService) -> [Route] {
        [
            showNewAddress, submitAddress(addresses), showAddressCode, submitAddressCode(addresses),
            submitAddressRemoval(addresses),
        ] + noticeForms
    }

    private var showNewAddress: Route {
        pageRoute(PagePath.newAddress.text, next: .newAddress) { visit, active in
            guard service.isRecentlyAuthenticated(active, now: now()) else {
                return redirectToReauthentication(next: .newAddress)
            }
            return show(NewAddressPage(formToken: formToken(for: visit)), to: visit)
        }
    }

    private func submitAddress(_ addresses: AddressService) -> Route {
        formRoute(PagePath.addresses.text, of: [.email], next: .newAddress) { visit, form, active in
            let typed = try form.required(.email)
            guard let address = EmailAddress(typed: typed) else {
                let page = NewAddressPage(address: typed, errors: [.malformedAddress], formToken: formToken(for: visit))
                return show(page, to: visit, status: .unprocessableContent)
            }
            let outcome = try await addresses.claim(
                address, of: active, client: visit.request.browser(), now: now())
            switch outcome {
            case .codeSent(let claim):
                var response = redirect(to: PagePath.addressCode.text)
                response.setCookie(cookies.setting(.address, to: claim.holder, for: MailedCode.lifetime))
                return response
            case .alreadyVerified: return redirect(to: accountPath(.addressAlreadyVerified))
            case .tooMany: return redirect(to: accountPath(.tooManyAddresses))
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .reauthenticationRequired: return redirectToReauthentication(next: .newAddress)
            case .sessionEnded: return redirectToSignIn(next: .newAddress)
            }
        }
    }

    private var showAddressCode: Route {
        pageRoute(PagePath.addressCode.text, next: .newAddress) { visit, _ in
            guard try cookies.token(.address, in: visit.request) != nil else { return redirect(to: PagePath.newAddress.text) }
            return show(EmailCodePage(.address, formToken: formToken(for: visit)), to: visit)
        }
    }

    private func submitAddressCode(_ addresses: AddressService) -> Route {
        formRoute(PagePath.addressCode.text, of: [.code], next: .newAddress) { visit, form, active in
            guard let holder = try cookies.token(.address, in: visit.request) else {
                return redirect(to: PagePath.newAddress.text)
            }
            var attemptsLeft = MailedCode.attempts
            if let code = MailedCode(typed: try form.required(.code)) {
                let outcome = try await addresses.verify(
                    code, holder: holder, of: active, client: visit.request.browser(),
                    now: now())
                switch outcome {
                case .verified: return withoutAddress(redirect(to: accountPath(.addressVerified)))
                case .taken: return withoutAddress(redirect(to: accountPath(.addressTaken)))
                case .sessionEnded: return redirectToSignIn(next: .newAddress)
                case .codeRejected(let left): attemptsLeft = left
                }
            }
            guard attemptsLeft > 0 else { return withoutAddress(redirect(to: accountPath(.addressCodeExpired))) }
            let page = EmailCodePage(.address, errors: [.wrongEmailCode], formToken: formToken(for: visit))
            return show(page, to: visit, status: .forbidden)
        }
    }

    private func submitAddressRemoval(_ addresses: AddressService) -> Route {
        formRoute("/account/addresses/{id}/remove", next: .account) { visit, _, active in
            // An address that no longer exists is the desired result.
            if let id = AccountAddressID(try visit.request.parameters.required("id")) {
                let outcome = try await addresses.remove(
                    id, of: active, client: visit.request.browser(), now: now())
                switch outcome {
                case .removed, .missing: break
                case .reauthenticationRequired: return redirectToReauthentication(next: .account)
                case .sessionEnded: return redirectToSignIn(next: .account)
                }
            }
            return redirect(to: accountPath(.addressRemoved))
        }
    }

    private func withoutAddress(_ response: Response) -> Response {
        var response = response
        response.setCookie(cookies.removing(.address))
        return response
    }
}

extension ShownAddress {
    init(_ address: AccountAddress) {
        self.init(
            id: address.id.description, address: address.address.text,
            state: !address.isVerified ? .unverified : address.receivesNotices ? .verified : .unreachable)
    }
}

extension AccountPages.FormError {
    fileprivate static let malformedAddress = AccountPages.FormError(
        field: .email, code: ProblemCode.emailAddressMalformed.rawValue,
        reason: .message(.errorUserNameAddress(example: "anna@example.com")))
}
