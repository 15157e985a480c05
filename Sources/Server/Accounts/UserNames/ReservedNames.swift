import Foundation

/// Names that would pass for the service itself, its staff or its machinery, and everything that looks like one of them.
///
/// Looking alike is decided on a skeleton in the manner of UTS #39, section 4, with a table limited to what imitates ASCII: see
/// ``NameSkeleton``. E-mail addresses are not plain names and are exempt: `admin@example.com` is somebody's address.
enum ReservedNames {
    /// - Parameter shown: the name as it is shown; what imitates a letter as a capital is not what does so as a small one.
    static func contains(_ shown: String) -> Bool {
        skeletons.contains(NameSkeleton(shown).text)
    }

    private static let skeletons = Set(names.map { NameSkeleton($0).text })

    private static let names = [
        // Who speaks for the service.
        "admin", "administrator", "administration", "apple", "billing", "contact", "help", "helpdesk", "info", "latchkey",
        "mod", "moderator", "official", "operator", "owner", "sales", "security", "service", "staff", "support", "sysadmin",
        "team", "webmaster",
        // Mailbox names for common services (RFC 2142).
        "abuse", "ftp", "hostmaster", "mailer-daemon", "marketing", "news", "noc", "postmaster", "usenet", "uucp", "www",
        // What programs take for something else.
        "account", "accounts", "anonymous", "anybody", "api", "daemon", "everyone", "guest", "login", "logout", "me", "nobody",
        "noreply", "no-reply", "null", "password", "register", "root", "self", "session", "settings", "signin", "signout",
        "signup", "somebody", "superuser", "system", "test", "undefined", "unknown", "user", "username", "well-known",
    ]
}

/// What is left of a name when everything a hurried reader does not see is taken away: marks, separators, and the difference
/// between characters that look alike. Two names with one skeleton are confusable (UTS #39, section 4; the tables here hold what
/// imitates ASCII letters, which is what an impostor needs).
///
/// It is made of the name as it is shown: a Greek capital eta passes for an H, a small one for an n.
struct NameSkeleton: Hashable {
    let text: String

    init(_ shown: String) {
        var skeleton = ""
        for scalar in shown.decomposedStringWithCompatibilityMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .dashPunctuation, .connectorPunctuation: continue
            default: break
            }
            guard !".'+".unicodeScalars.contains(scalar) else { continue }
            if let letter = Self.capitals[scalar] {
                skeleton.unicodeScalars.append(letter)
                continue
            }
            for folded in CaseFolding.fold(scalar).unicodeScalars {
                skeleton.unicodeScalars.append(Self.lookalikes[folded] ?? folded)
            }
        }
        text = skeleton.replacing("rn", with: "m").replacing("vv", with: "w").replacing("cl", with: "d")
    }

    /// Each ASCII letter with what imitates it in either case: Latin with strokes and hooks, small capitals, Greek, Cyrillic,
    /// Armenian, Coptic, Cherokee, Lisu, Canadian syllabics, digits.
    private static let imitations: [(Unicode.Scalar, String)] = [
        ("a", "аαɑ4ᴀⱥᲀⲁᎪꓮᗩ"), ("b", "ьƅбв8ʙƀɓβⲃᏴꓐᗷ"), ("c", "сϲᴄȼƈⲥᏟꓚᑕ"), ("d", "ԁɗժđɖðᴅᎠꓓᗪ"), ("e", "еєҽεɛ3ёᴇɇəɘⲉᎬꓰᗴᕮ"),
        ("f", "ƒϝꜰꓝᖴ"), ("g", "ɡց9ǥɢɠᏀꓖᘜ"), ("h", "һհħнʜɦⲏᎻᏂꓧᕼ"), ("j", "јϳɉᴊյᎫꓙᒍ"), ("k", "кκĸᴋƙꝁⲕᏦꓗ"),
        ("l", "1iіıɩι!|ӏļłɪɨʟⲓᎥᏞꓲꓡᒪլוןا١۱"), ("m", "мᴍɱⲙᎷꓟᗰ"), ("n", "пոηɴπɲŋռղⲛꓠᑎ"),
        ("o", "0оοσօøөᴏⲟꓳסه٥۵०০੦૦୦౦೦൦๐໐၀០"), ("p", "рρᴘƥᵽⲣᏢꓑᑭ"), ("q", "ԛզʠգꞯ"), ("r", "гᴦɾʀɍɽᎡꓣᖇ"), ("s", "ѕ5ꜱʂꓢᏕᏚᔕ"),
        ("t", "тτ7ŧᴛƭʈⲧᎢꓔ"), ("u", "υսцʋᴜμꓴᑌ"), ("v", "νѵᴠᏙꓦᐯ"), ("w", "ѡԝɯωաᴡⱳᎳᏔꓪᗯ"), ("x", "хχⲭꓫ᙭"),
        ("y", "уүγყʏƴɏⲩᎩᎽꓬ"), ("z", "ᴢ2ʐƶȥᏃꓜ"),
    ]

    /// Capitals that imitate another letter than their small forms do.
    private static let capitals: [Unicode.Scalar: Unicode.Scalar] = [
        "Η": "h", "Μ": "m", "Ν": "n", "Ζ": "z", "Υ": "y", "Տ": "s",
    ]

    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = {
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (letter, imitators) in imitations {
            for imitator in imitators.decomposedStringWithCompatibilityMapping.unicodeScalars {
                for folded in CaseFolding.fold(imitator).unicodeScalars where !folded.properties.isDiacritic {
                    table[folded] = letter
                }
            }
        }
        return table
    }()
}

/// Full case folding (The Unicode Standard, section 3.13, definition D145) from the case mappings of the standard library.
///
/// Foundation's folding knows older characters only. Small, then capital, then small again is the folding of every scalar but two
/// sorts: the dotless `ı`, which would become `i` and is left alone; and Cherokee, whose capitals fold to small letters here and not the
/// other way round, which is the same equality.
enum CaseFolding {
    static func fold(_ text: String) -> String {
        var folded = ""
        for scalar in text.unicodeScalars { folded += fold(scalar) }
        return folded
    }

    static func fold(_ scalar: Unicode.Scalar) -> String {
        guard !scalar.isASCII else { return scalar.properties.lowercaseMapping }
        guard scalar != "ı" else { return "ı" }
        return each(each(scalar.properties.lowercaseMapping, \.uppercaseMapping), \.lowercaseMapping)
    }

    /// One scalar at a time: a final sigma is a matter of whole words, and folding knows no words.
    private static func each(_ text: String, _ mapping: KeyPath<Unicode.Scalar.Properties, String>) -> String {
        text.unicodeScalars.reduce(into: "") { $0 += $1.properties[keyPath: mapping] }
    }
}
