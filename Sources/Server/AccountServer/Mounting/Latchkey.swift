public import Accounts
public import Hummingbird
public import Logging
public import ServiceLifecycle

/// The account server inside an application of one's own.
///
///     let latchkey = try Latchkey(LatchkeySettings(publicOrigin: "http://localhost:8080"), storage: .inMemory(), logger: logger)
///     let router = Router(context: AppContext.self)
///     try latchkey.mount(on: router)
///     router.group("notes").add(middleware: latchkey.requireSignIn()).get { request, context in
///         "Notes of \(try context.requirePerson().userName)"
///     }
///     var application = Application(router: router)
///     application.addServices(latchkey.services)
///
/// Mounting brings the JSON API under `/v1`, the pages, and the well-known files; what they check and limit holds whatever
/// middleware the application has.
public struct Latchkey: Sendable {
    let system: AccountSystem

    /// Puts the server together over `storage`. Starts the hashing threads; add ``services`` to the application so that they end.
    ///
    /// - Throws: ``LatchkeyError`` with ``LatchkeyError/Code/invalidSettings`` for settings that cannot be used.
    public init(_ settings: LatchkeySettings, storage: AccountStorage, logger: Logger) throws(LatchkeyError) {
        let configuration = try settings.configuration()
        guard settings.key != nil || !storage.isPersistent else {
            throw LatchkeyError(
                .invalidSettings,
                reason: "key: missing over a store that outlives the process; store one of LatchkeySettings.makeKey() and set it")
        }
        do {
            system = try AccountSystem(configuration: configuration, storage: storage, logger: logger)
        } catch {
            throw LatchkeyError(.invalidSettings, reason: "\(error)")
        }
    }

    /// Over a server already put together: for tests, which move its clock.
    init(system: AccountSystem) {
        self.system = system
    }

    /// What must run as long as the application does.
    public var services: [any Service] { system.services }

    /// Adds the API, the pages and the well-known files to the application's router.
    ///
    /// Hummingbird stops the process where the application has a route of its own for one of the same paths. `/` is among them unless
    /// ``LatchkeySettings/claimsHome`` is false.
    public func mount<Context: RequestContext & RemoteAddressRequestContext>(on router: Router<Context>) {
        for table in system.tables {
            // At the root nothing can be malformed, which is all that mounting refuses.
            try? table.mount(on: router)
        }
    }
}
