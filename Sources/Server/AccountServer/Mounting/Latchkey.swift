public import Accounts
public import Hummingbird
public import Logging
public import ServiceLifecycle

#if !Server
#error("AccountServer needs the trait Server of the package latchkey; add it to the traits of the dependency.")
#endif

/// The account server inside an application.
///
///     let settings = LatchkeySettings(publicOrigin: try PublicOrigin("http://localhost:8080"))
///     let latchkey = try Latchkey(settings, storage: .inMemory(), logger: logger)
///     let router = Router(context: AppContext.self)
///     try latchkey.mount(on: router)
///     router.group("notes").add(middleware: latchkey.requireSignIn()).get { _, context in
///         "Notes of \(try context.requireUser().userName ?? "a user of Sign in with Apple")"
///     }
///     var application = Application(router: router)
///     application.addServices(latchkey.services)
///
/// Mounting adds the JSON API under `/v1`, the pages and the well-known files. Their checks and limits apply independently of the
/// application's middleware.
public struct Latchkey: Sendable {
    let system: AccountSystem

    /// Creates the server with `storage` and starts the hashing threads. Add ``services`` to the application so that the threads
    /// stop.
    ///
    /// - Throws: ``LatchkeyError`` with ``LatchkeyError/Code/invalidSettings`` for invalid settings.
    public init(_ settings: LatchkeySettings, storage: AccountStorage, logger: Logger) throws {
        let configuration = settings.configuration()
        guard settings.key != nil || !storage.isPersistent else {
            throw LatchkeyError(
                .invalidSettings,
                "key: required for a persistent store. Save a key from LatchkeySettings.Key.random() and set it"
            )
        }
        do {
            system = try AccountSystem(configuration: configuration, storage: storage, logger: logger)
        } catch {
            throw LatchkeyError(.invalidSettings, "\(error)")
        }
    }

    /// Wraps an assembled server, for tests that control its clock.
    init(system: AccountSystem) {
        self.system = system
    }

    /// The services that must run as long as the application.
    public var services: [any Service] { system.services }

    /// Adds the API, the pages and the well-known files to the application's router.
    ///
    /// Mount after adding the application's other routes: earlier routes take precedence over the server's, so this method checks
    /// them. A route that is added later receives only requests that no server path matches, and a second mounting adds nothing.
    /// `/` is one of the server's paths unless ``LatchkeySettings/claimsHome`` is false.
    ///
    /// - Throws: ``LatchkeyError`` with ``LatchkeyError/Code/routeConflict`` if a route of the application can match a path of
    ///   the server, including by wildcards and parameters. The reason names the route. Nothing is mounted in this case.
    public func mount<Context: RequestContext & RemoteAddressRequestContext>(on router: Router<Context>) throws {
        let paths = system.tables.flatMap(\.routes).map(\.path)
        if let taken = router.routes.first(where: { route in paths.contains(where: route.path.canMatch) }) {
            let advice = taken.path.components.isEmpty ? "set claimsHome to false" : "add it after mounting"
            throw LatchkeyError(
                .routeConflict,
                "\(taken): this route of the application would hide a route of the server. Remove it, or \(advice)")
        }
        do {
            for table in system.tables { try table.mount(on: router) }
        } catch {
            throw LatchkeyError(.routeConflict, "\(error)")
        }
    }
}

extension RouterPath {
    /// Returns whether a request can match both this route and a path of the server, which has literal segments and
    /// `{parameters}`.
    fileprivate func canMatch(_ path: String) -> Bool {
        let segments = path.split(separator: "/")
        for (index, element) in components.enumerated() {
            if element == .recursiveWildcard { return true }
            guard index < segments.count else { return false }
            let segment = segments[index]
            // Also compare in lower case, because a case-insensitive router stores paths so.
            guard segment.hasPrefix("{") || element ~= segment || element ~= segment.lowercased() else { return false }
        }
        return components.count == segments.count
    }
}
