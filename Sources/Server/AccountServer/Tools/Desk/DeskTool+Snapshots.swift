import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Markup

/// The snapshots on the desk: forms of its first page, and JSON for the command.
extension DeskTool {
    /// Only an explanation for the command if the data of the run cannot be copied.
    var snapshotRoutes: [Route] {
        guard let snapshots = desk.snapshots else { return [explanation(for: .get), explanation(for: .post)] }
        return [
            list(of: snapshots), order(to: snapshots), saving(to: snapshots), restoring(from: snapshots), deletion(from: snapshots),
        ]
    }

    private func explanation(for method: HTTPRequest.Method) -> Route {
        Route(method, PagePath.deskSnapshots.text) { request in
            Problem(
                .conflict,
                detail: "The data cannot be copied: store.path or store.address names a store outside of the folder."
            ).document(to: request)
        }
    }

    /// Returns the section of the first page; nil if there are no snapshots.
    func snapshotSection() throws -> DeskSnapshots? {
        try desk.snapshots.map { snapshots in
            DeskSnapshots(
                rows: try snapshots.all().map { .init(name: "\($0.name)", saved: DisplayTime($0.savedAt)) },
                areKept: snapshots.areKept, lengthLimit: SnapshotName.lengthLimit,
                notice: snapshots.outcome?.notice, hasFailed: snapshots.outcome?.failure != nil)
        }
    }

    private func saving(to snapshots: any DevelopmentSnapshots) -> Route {
        Route(.post, PagePath.deskSaveSnapshot.text) { request in
            let form = try await requireOwnForm(request, of: [.name])
            let name = try SnapshotName(requested: form.required(.name))
            try rejecting { try snapshots.save(name) }
            return try restarting(request, .save)
        }
    }

    private func restoring(from snapshots: any DevelopmentSnapshots) -> Route {
        Route(.post, "\(PagePath.deskSnapshots)/{name}/restore") { request in
            try await requireOwnForm(request)
            let name = try SnapshotName(requested: request.parameters.required("name"))
            try rejecting { try snapshots.restore(name) }
            return try restarting(request, .restore)
        }
    }

    private func deletion(from snapshots: any DevelopmentSnapshots) -> Route {
        Route(.post, "\(PagePath.deskSnapshots)/{name}/delete") { request in
            try await requireOwnForm(request)
            let name = try SnapshotName(requested: request.parameters.required("name"))
            try rejecting { try snapshots.delete(name) }
            return Response(status: .seeOther, headers: [.location: PagePath.desk.text])
        }
    }

    private func list(of snapshots: any DevelopmentSnapshots) -> Route {
        Route(.get, PagePath.deskSnapshots.text) { _ in
            var members = JSONObject([
                ("run", .integer(snapshots.run)), ("snapshots", .array(try snapshots.all().map(\.json))),
            ])
            if let outcome = snapshots.outcome { members["outcome"] = outcome.json }
            return .json(.object(members), headers: [.cacheControl: "no-store"])
        }
    }

    /// Receives an order of the command. The response has the number of this run: the order is performed in a later one.
    private func order(to snapshots: any DevelopmentSnapshots) -> Route {
        Route(.post, PagePath.deskSnapshots.text) { request in
            do {
                // A page on another port has the cookie too.
                try site.publicOrigin.rejectForeign(request)
                let order: SnapshotOrder = try await request.json()
                try rejecting {
                    switch order.action {
                    case .save: try snapshots.save(order.name)
                    case .restore: try snapshots.restore(order.name)
                    case .delete: try snapshots.delete(order.name)
                    }
                }
                return .json(["run": .integer(snapshots.run)], status: order.action == .delete ? .ok : .accepted)
            } catch let problem as Problem {
                return problem.document(to: request)
            }
        }
    }

    private func rejecting(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let rejection as SnapshotRejection {
            let code: ProblemCode =
                switch rejection {
                case .missing: .notFound
                case .taken, .tooMany: .conflict
                }
            throw Problem(code, detail: "\(rejection)")
        }
    }
}

/// An order of the command.
private struct SnapshotOrder: JSONReadable {
    enum Action: String {
        case save, restore, delete
    }

    let action: Action
    let name: SnapshotName

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        guard let action = Action(rawValue: try object.string("action")) else {
            throw object.invalidValue("action", "must be save, restore or delete")
        }
        guard let name = SnapshotName(try object.string("name")) else {
            throw object.invalidValue("name", "must have \(SnapshotName.requirements)")
        }
        self.action = action
        self.name = name
    }
}

extension Problem {
    /// Returns the document as the response to a request of a command or script.
    func document(to request: IncomingRequest) -> Response {
        .content(
            document(instance: request.id).bytes(), type: "application/problem+json", status: status, headers: answerHeaders)
    }
}

extension SnapshotName {
    /// Throws 400 for a text that is no name.
    fileprivate init(requested text: String) throws(Problem) {
        guard let name = SnapshotName(text) else {
            throw Problem(.malformedForm, detail: "The name of a snapshot has \(Self.requirements).")
        }
        self = name
    }
}

extension Snapshot {
    fileprivate var json: JSONValue { ["name": .string("\(name)"), "savedAt": .string("\(savedAt)")] }
}

extension SnapshotOutcome {
    fileprivate var notice: String {
        failure.map { "The snapshot \(name) was not \(action.participle): \($0)." }
            ?? "The snapshot \(name) was \(action.participle)."
    }

    fileprivate var json: JSONValue {
        var members = JSONObject([("action", .string(action.rawValue)), ("name", .string("\(name)"))])
        if let failure { members["failure"] = .string(failure) }
        return .object(members)
    }
}
