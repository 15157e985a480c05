import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import Dispatch

/// The services' own socket: what the owner asks there is done, and sheets and pages are given to whoever shows them.
///
/// The kernel says that a peer is of the same user; more it cannot say, so that any program of the user can do here what the user can.
final class OwnerServer: Sendable {
    private let listener: SocketListener

    /// Listens at `path`. Throws as ``SocketListener`` does.
    init(
        board: OwnerBoard, settings: AccountSettings, associations: AssociationService, upgrades: UpgradeCounter, path: String
    ) throws(DeviceRefusal) {
        let desk = Desk(board: board, settings: settings, associations: associations, upgrades: upgrades)
        listener = try SocketListener(path: path) { connection in
            let screen = board.open()
            // A request that comes while an answer is owed is no conversation any more.
            while let message = try? connection.receive(), !board.isWaiting(screen) {
                desk.answer(message, from: connection, screen)
            }
            board.leave(screen)
        }
    }

    func stop() {
        listener.stop()
    }
}

private struct Desk: Sendable {
    let board: OwnerBoard
    let settings: AccountSettings
    let associations: AssociationService
    let upgrades: UpgradeCounter

    func answer(_ message: [UInt8], from connection: UnixConnection, _ screen: Int) {
        do throws(DeviceRefusal) {
            switch try Self.request(message) {
            case .nextNotice: board.take(as: screen) { Self.send(.notice($0), to: connection) }
            case .watchNotice(let number): board.watch(number, as: screen) { Self.send(.over, to: connection) }
            case .answerNotice(let number, let line):
                switch board.answer(number, line, by: screen) {
                case .done: Self.send(.done, to: connection)
                case .notUnderstood: throw .badRequest("that is none of the answers")
                case .over: throw .item(.notFound)
                }
            case let other: Self.send(try perform(other), to: connection)
            }
        } catch {
            try? connection.send(DeviceReply.refusal(error).message)
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

    private static func request(_ message: [UInt8]) throws(DeviceRefusal) -> OwnerRequest {
        do throws(WireError) {
            return try OwnerRequest(message: message)
        } catch {
            throw .badRequest(
                "this is no request of version \(OwnerRequest.version) to a device's services: \(error.reason) at byte \(error.position)"
            )
        }
    }

    /// Where nobody hears it any more, the connection's end tells the same.
    private static func send(_ answer: OwnerAnswer, to connection: UnixConnection) {
        try? connection.send(DeviceReply.answer(answer.message).message)
    }
}
