import DeviceSimulator
import Markup

/// The picture of an app: its first letter on one of eight grounds, the same each time.
struct AppTile {
    let name: String
    let id: String

    init(_ icon: PhoneView.AppIcon) {
        name = icon.name
        id = icon.id
    }

    /// Of an app that is known by its identifier alone.
    init(id: String) {
        self.id = id
        name = String(id.split(separator: ".").last ?? "?")
    }

    var html: HTML {
        span(.class("tile", "hue-\(hue)"), .aria(.hidden, "true")) { String(name.prefix(1)).uppercased() }
    }

    /// FNV-1a of the last part of the identifier, which is the same with and without a team; `Hasher` differs from one process to the next.
    private var hue: UInt64 {
        (id.split(separator: ".").last ?? "").lowercased().utf8.reduce(0xCBF2_9CE4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        } >> 32 & 7
    }
}
