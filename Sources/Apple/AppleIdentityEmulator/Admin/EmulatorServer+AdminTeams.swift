import HTTPTypes
import Hummingbird

extension EmulatorServer {
    /// Adds the objects that developers register: teams, apps, websites, keys.
    func addTeams(_ admin: AdminRoutes) {
        admin.on(.get, "/teams") { server, _ in ["teams": server.service.teams] }
        admin.on(.post, "/teams") { server, request in
            let input = try await request.input(TeamInput.self)
            return Created(try server.service.addTeam(input.id, name: input.name, kind: input.kind ?? .organization))
        }
        admin.on(.post, "/teams/:team/email-sources") { server, request in
            try server.service.addEmailSource(try await request.input(EmailSourceInput.self).source, to: try request.path("team"))
            return NoContent()
        }
        admin.on(.delete, "/teams/:team/email-sources/:source") { server, request in
            try server.service.removeEmailSource(try request.path("source"), from: try request.path("team"))
            return NoContent()
        }
        addApps(admin)
        addServices(admin)
        addKeys(admin)
        admin.on(.get, "/transfers") { server, _ in ["transfers": server.service.transfers] }
        admin.on(.post, "/transfers") { server, request in
            let input = try await request.input(TransferInput.self)
            return Created(try server.service.transferApp(input.primary, to: input.to))
        }
    }

    private func addApps(_ admin: AdminRoutes) {
        admin.on(.get, "/apps") { server, _ in ["apps": server.service.appIDs] }
        admin.on(.post, "/apps") { server, request in
            let input = try await request.input(AppInput.self)
            return Created(
                try server.service.addAppID(
                    input.id, team: input.team, name: input.name, groupedWith: input.primary,
                    notificationURL: input.notificationURL,
                    signsInWithApple: input.signsInWithApple ?? true))
        }
        admin.on(.put, "/apps/:app/notification-url") { server, request in
            let url = try await request.input(NotificationURLInput.self).url
            try server.service.setNotificationURL(url, of: try request.path("app"))
            return NoContent()
        }
        admin.on(.put, "/apps/:app/sign-in-with-apple") { server, request in
            let isOn = try await request.input(SignInInput.self).isOn
            try server.service.setSignInWithApple(isOn, of: try request.path("app"))
            return NoContent()
        }
        admin.on(.delete, "/apps/:app") { server, request in
            try server.service.removeClient(try request.path("app"))
            return NoContent()
        }
    }

    private func addServices(_ admin: AdminRoutes) {
        admin.on(.get, "/services") { server, _ in ["services": server.service.servicesIDs] }
        admin.on(.post, "/services") { server, request in
            let input = try await request.input(ServiceInput.self)
            return Created(
                try server.service.addServicesID(
                    input.id, primary: input.primary, name: input.name, domains: input.domains ?? [],
                    returnURLs: input.returnURLs ?? []))
        }
        admin.on(.put, "/services/:service/websites") { server, request in
            let input = try await request.input(WebsitesInput.self)
            return try server.service.setWebsites(
                domains: input.domains, returnURLs: input.returnURLs, of: try request.path("service"))
        }
        admin.on(.delete, "/services/:service") { server, request in
            try server.service.removeClient(try request.path("service"))
            return NoContent()
        }
    }

    private func addKeys(_ admin: AdminRoutes) {
        admin.on(.get, "/keys") { server, _ in ["keys": server.service.keys] }
        admin.on(.post, "/keys") { server, request in
            let input = try await request.input(KeyInput.self)
            return Created(try server.service.createKey(named: input.name, primary: input.primary))
        }
        admin.on(.post, "/keys/:key/download") { server, request in
            // Returns the private key. A second download is rejected.
            let file = try server.service.downloadKey(try request.path("key"))
            return ["fileName": file.fileName, "pem": file.pem]
        }
        admin.on(.delete, "/keys/:key") { server, request in
            try server.service.revokeKey(try request.path("key"))
            return NoContent()
        }
    }
}
