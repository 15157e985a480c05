public import Accounts
public import Hummingbird
public import Logging
public import ServiceLifecycle

#if !Server
#error("AccountServer needs the trait Server of the package latchkey; add it to the traits of the dependency.")
#endif

/// The account server inside an application of one's own.
///
///     let settings = LatchkeySettings(publicOrigin: try PublicOrigin("http://localhost:8080"))
///     let latchkey = try Latchkey(settings, storage: .inMemory(), logger: logger)
///     let router = Router(context: AppContext.self)
///     try latchkey.mount(on: router)
///     router.group("notes").add(middleware: latchkey.requireSignIn()).get { _, context in
///         "Notes of \(try context.requirePerson().userName ?? "a user of Sign in with Apple")"
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
                reason: "key: missing over a store that outlives the process; store one of LatchkeySettings.Key.random() and set it"
            )
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
    /// Mount after the application's other routes: Hummingbird stops the process where a route is added a second time, and only routes that
    /// are already there can be checked. `/` is among those of the server unless ``LatchkeySettings/claimsHome`` is false.
    ///
    /// - Throws: ``LatchkeyError`` with ``LatchkeyError/Code/routeConflict`` where the application has a route for one of the same paths; the
    ///   reason names it, and nothing was mounted. Also where routes with wildcards or parameters hide each other, after mounting: the router
    ///   is then unusable.
    public func mount<Context: RequestContext & RemoteAddressRequestContext>(on router: Router<Context>) throws(LatchkeyError) {
        let paths = system.tables.flatMap(\.endpoints).map { RouterPath($0.pattern.path) }
        // In lower case too, as a router without regard to case keeps its paths.
        let ours = paths.map(\.components) + paths.map { $0.lowercased().components }
        if let taken = router.routes.first(where: { ours.contains($0.path.components) }) {
            let advice = taken.path.components.isEmpty ? "set claimsHome to false, or remove that route" : "remove that route"
            throw LatchkeyError(.routeConflict, reason: "\(taken): the application already has a route for this path; \(advice)")
        }
        do {
            for table in system.tables { try table.mount(on: router) }
            try router.validate()
        } catch {
            throw LatchkeyError(.routeConflict, reason: "\(error)")
        }
    }
}
