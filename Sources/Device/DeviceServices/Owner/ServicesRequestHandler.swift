import AssociatedDomains
import DeviceBroker
package import DeviceProtocol
import Dispatch

/// The owner's connection to the services of a device.
package typealias ServicesLink = OwnerLink<OwnerRequest>

/// Serves the services' socket: performs the owner's requests, and passes sheets and pages to screens.
struct ServicesRequestHandler: OwnerRequestHandler {
    let noticeQueue: NoticeQueue
    let settings: AccountSettings
    let associations: AssociationService
    let upgrades: UpgradeCounter

    func open() -> ScreenConnection { noticeQueue.open() }
    func isWaiting(_ screen: ScreenConnection) -> Bool { noticeQueue.isWaiting(screen) }
    func leave(_ screen: ScreenConnection) { noticeQueue.leave(screen) }

    func perform(
        _ request: OwnerRequest, from screen: ScreenConnection, send: @escaping @Sendable (OwnerAnswer) -> Void
    ) throws(DeviceError) {
        switch request {
        case .nextNotice: noticeQueue.take(as: screen) { send(.notice($0)) }
        case .watchNotice(let number): noticeQueue.watch(number, as: screen) { send(.over) }
        case .answerNotice(let number, let line):
            switch noticeQueue.answer(number, line, by: screen) {
            case .done: send(.done)
            case .invalid: throw .badRequest("the sheet does not accept this input")
            case .over: throw .item(.notFound)
            }
        case let other: send(try perform(other))
        }
    }

    private func perform(_ request: OwnerRequest) throws(DeviceError) -> OwnerAnswer {
        switch request {
        case .account: return .account(settings.account?.rawValue)
        case .signIn(let name, let password, let unlocks):
            return Self.answer(try settings.signIn(name, password, unlocks: unlocks, as: "latchkey device"))
        case .enterCode(let code, let challenge):
            guard let challenge = AccountChallenge(rawValue: challenge) else {
                throw .badRequest("the sign-in identifier is malformed")
            }
            return Self.answer(try settings.enter(code, for: challenge))
        case .details: return .details(try settings.details())
        case .codes: return .codes(try settings.codes())
        case .turnOnTwoFactor: try settings.turnOnTwoFactor()
        case .addAddress(let address): try settings.add(address: address)
        case .removeAddress(let address): try settings.remove(address: address)
        case .signOut: try settings.leave()
        case .apps:
            return .apps(try settings.apps().map { .init(primary: $0.primary, name: $0.appName, address: $0.address) })
        case .stopUsing(let app): try settings.stopUsing(app)
        case .upgrade(let request): return try upgrades.perform(request)
        case .associate(let app, let domains): return .hosts(try associate(app, domains))
        case .nextNotice, .watchNotice, .answerNotice: throw .badRequest("notices require a connection")
        }
        return .done
    }

    private static func answer(_ signIn: AccountSignIn) -> OwnerAnswer {
        switch signIn {
        case .signedIn(let account): .account(account.rawValue)
        case .needsCode(let challenge): .needsCode(challenge.rawValue)
        case .rejected(let rejection): .notSignedIn(rejection.rawValue, words: rejection.words)
        }
    }

    private func associate(_ app: AccessGroup, _ domains: [String]) throws(DeviceError) -> [String] {
        guard let identifier = try? AppIdentifier(app.rawValue), !identifier.isWildcard else {
            throw .badRequest(
                "\(app.rawValue) is not an application identifier: ten capital letters and digits of a team, a dot, a bundle identifier"
            )
        }
        var entitlements: [AssociatedDomainEntitlement] = []
        for domain in domains {
            guard let entitlement = try? AssociatedDomainEntitlement(domain) else {
                throw .badRequest("\(domain) is not an associated domain such as webcredentials:example.com")
            }
            entitlements.append(entitlement)
        }
        // This device is for debug builds of the user's own apps.
        associations.install(InstalledApp(identifier, entitlements: entitlements, isSignedForDevelopment: true))
        let settled = DispatchSemaphore(value: 0)
        let waiting = Task {
            await associations.isSettled()
            settled.signal()
        }
        settled.wait()
        waiting.cancel()
        return associations.hosts(of: identifier).map(\.text)
    }
}
