import AssociatedDomains
import DeviceBroker
package import DeviceProtocol
import Dispatch

/// The owner's way to the services of a device.
package typealias ServicesLink = OwnerLink<OwnerRequest>

/// What answers at the services' own socket: what the owner asks there is done, and sheets and pages are given to whoever shows them.
struct ServicesDesk: OwnerDesk {
    let board: OwnerBoard
    let settings: AccountSettings
    let associations: AssociationService
    let upgrades: UpgradeCounter

    func open() -> ScreenConnection { board.open() }
    func isWaiting(_ screen: ScreenConnection) -> Bool { board.isWaiting(screen) }
    func leave(_ screen: ScreenConnection) { board.leave(screen) }

    func perform(
        _ request: OwnerRequest, from screen: ScreenConnection, send: @escaping @Sendable (OwnerAnswer) -> Void
    ) throws(DeviceRefusal) {
        switch request {
        case .nextNotice: board.take(as: screen) { send(.notice($0)) }
        case .watchNotice(let number): board.watch(number, as: screen) { send(.over) }
        case .answerNotice(let number, let line):
            switch board.answer(number, line, by: screen) {
            case .done: send(.done)
            case .notUnderstood: throw .badRequest("that is none of the answers")
            case .over: throw .item(.notFound)
            }
        case let other: send(try perform(other))
        }
    }

    private func perform(_ request: OwnerRequest) throws(DeviceRefusal) -> OwnerAnswer {
        switch request {
        case .account: return .account(settings.account?.rawValue)
        case .signIn(let name, let password, let unlocks):
            return Self.answer(try settings.signIn(name, password, unlocks: unlocks, as: "latchkey device"))
        case .enterCode(let code, let challenge):
            guard let challenge = AccountChallenge(rawValue: challenge) else { throw .badRequest("that is no sign-in") }
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
        case .nextNotice, .watchNotice, .answerNotice: throw .badRequest("notices are for connections")
        }
        return .done
    }

    private static func answer(_ signIn: AccountSignIn) -> OwnerAnswer {
        switch signIn {
        case .signedIn(let account): .account(account.rawValue)
        case .needsCode(let challenge): .needsCode(challenge.rawValue)
        case .refused(let refusal): .notSignedIn(refusal.rawValue, words: refusal.words)
        }
    }

    private func associate(_ app: AccessGroup, _ domains: [String]) throws(DeviceRefusal) -> [String] {
        guard let identifier = try? AppIdentifier(app.rawValue), !identifier.isWildcard else {
            throw .badRequest("\(app.rawValue) names no app: ten capital letters and digits of a team, a dot, a bundle identifier")
        }
        var entitlements: [AssociatedDomainEntitlement] = []
        for domain in domains {
            guard let entitlement = try? AssociatedDomainEntitlement(domain) else {
                throw .badRequest("\(domain) is no associated domain, as webcredentials:example.com is one")
            }
            entitlements.append(entitlement)
        }
        // Debug builds of one's own apps are what this device is for.
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
