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
    public init(_ settings: LatchkeySettings, storage: AccountStorage, logger: Logger) throws {
        let configuration = try settings.configuration()
        guard settings.key != nil || !storage.isPersistent else {
            throw LatchkeyError(
                .invalidSettings,
                "key: missing over a store that outlives the process; store one of LatchkeySettings.Key.random() and set it"
            )
        }
        do {
            system = try AccountSystem(configuration: configuration, storage: storage, logger: logger)
        } catch {
            throw LatchkeyError(.invalidSettings, "\(error)")
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
    /// Mount after the application's other routes: those added before answer in the place of the server's, so that they are checked here. A route that is added
    /// later gets what the server has no path for, a second mounting nothing. `/` is among the server's paths unless ``LatchkeySettings/claimsHome`` is false.
    ///
    /// - Throws: ``LatchkeyError`` with ``LatchkeyError/Code/routeConflict`` where a route of the application could match one of the same paths, by wildcards
    ///   and parameters too; the reason names it. Nothing was mounted then.
    public func mount<Context: RequestContext & RemoteAddressRequestContext>(on router: Router<Context>) throws {
        let paths = system.tables.flatMap(\.routes).map(\.path)
        if let taken = router.routes.first(where: { route in paths.contains(where: route.path.canMatch) }) {
            let advice = taken.path.components.isEmpty ? "set claimsHome to false" : "add it after mounting"
            throw LatchkeyError(
                .routeConflict,
                "\(taken): this route of the application would hide one of the server; \(advice), or remove it")
        }
        do {
            for table in system.tables { try table.mount(on: router) }
        } catch {
            throw LatchkeyError(.routeConflict, "\(error)")
        }
    }
}

extension RouterPath {
    /// Whether a request can match both this route and a path of the server, which has literal segments and `{parameters}`.
    fileprivate func canMatch(_ path: String) -> Bool {
        let segments = path.split(separator: "/")
        for (index, element) in components.enumerated() {
            if element == .recursiveWildcard { return true }
            guard index < segments.count else { return false }
            let segment = segments[index]
            // In lower case too, as a router without regard to case keeps its paths.
            guard segment.hasPrefix("{") || element ~= segment || element ~= segment.lowercased() else { return false }
        }
        return components.count == segments.count
    }
}
