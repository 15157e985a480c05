import Hummingbird
import Markup
import NIOCore

extension EmulatorServer {
    /// The first page, and what pages load.
    func addHomeRoutes(to router: Router<EmulatorContext>) {
        router.get("/") { request, _ in
            try await page {
                let visit = try visit(request)
                return visit.answer(.page(home.document))
            }
        }
        router.get(RouterPath(PagePath.stylesheet.text)) { _, _ in
            Response(
                status: .ok,
                headers: [
                    .contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=31536000, immutable",
                    .xContentTypeOptions: "nosniff",
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: Stylesheet.emulator.bytes)))
        }
    }

    private var home: HomePage {
        let offset = service.clock.offset
        return HomePage(
            addresses: [addresses.plain, addresses.secure].compactMap(\.self), issuer: service.issuer,
            accountCount: service.people.count,
            teamCount: service.teams.count,
            clock: HTML {
                "The clock shows "
                DateText(service.clock.now).html
                offset.magnitude >= 1 ? ", moved by \(Int(offset.rounded())) seconds." : "."
            })
    }
}
