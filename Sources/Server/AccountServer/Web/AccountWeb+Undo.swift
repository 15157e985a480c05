import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup

/// Undoing a change by the code from the mail that reports it. Requires no session, and opens none. Only the form uses a code, so
/// programs that open the link of the mail use nothing up.
extension AccountWeb {
    var undoRoutes: [Route] {
        let ofAddresses = addresses.map { addresses in
            undoRoutes(.addressRemoval) { typed, client in
                try await addresses.undoRemoval(typed, client: client, now: now())
            }
        }
        let ofRecoveries = recovery.map { recovery in
            undoRoutes(.recovery) { typed, client in
                try await recovery.cancelWait(typed, client: client, now: now())
            }
        }
        return (ofAddresses ?? []) + (ofRecoveries ?? [])
    }

    private func undoRoutes(
        _ change: UndoPage.Change, _ undo: @escaping @Sendable (String, Client) async throws -> UndoOutcome
    ) -> [Route] {
        [
            Route(.get, change.path.text) { request in
                let visit = try await visit(request).asAnonymous
                return show(UndoPage(change, formToken: formToken(for: visit)), to: visit)
            },
            Route(.post, change.path.text) { request in
                let (visit, form) = try await submission(request, of: [.code])
                switch try await undo(try form.required(.code), request.browser()) {
                case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
                case .undone:
                    switch change {
                    // All sessions of the account have ended. One of them may be that of this browser.
                    case .addressRemoval: return farewell(change.success)
                    case .recovery: return redirect(to: change.success.path.text)
                    }
                case .rejected:
                    let anonymous = visit.asAnonymous
                    let page = UndoPage(change, errors: [.wrongUndoCode], formToken: formToken(for: anonymous))
                    return show(page, to: anonymous, status: .forbidden)
                }
            },
        ]
    }
}

extension AccountPages.FormError {
    fileprivate static let wrongUndoCode = AccountPages.FormError(
        field: .code, code: ProblemCode.emailCodeRejected.rawValue, .errorUndoCode)
}
