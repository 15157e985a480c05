import Foundation

/// Reserved names: those that could be mistaken for the service, its staff or its system accounts, and all names that look like
/// them.
///
/// The comparison uses a skeleton in the manner of UTS #39, section 4, with a table limited to imitations of ASCII: see
/// ``NameSkeleton``. E-mail addresses are not plain names and are exempt: `admin@example.com` belongs to its owner.
enum ReservedNames {
    /// - Parameter shown: the name as it is displayed. An upper-case letter can imitate another letter than its lower-case form
    ///   does.
    static func contains(_ shown: String) -> Bool {
        skeletons.contains(NameSkeleton(shown).text)
    }

    private static let skeletons = Set(names.map { NameSkeleton($0).text })

    private static let names = [
        // Names that speak for the service.
        "admin", "administrator", "administration", "apple", "billing", "contact", "help", "helpdesk", "info", "latchkey",
        "mod", "moderator", "official", "operator", "owner", "sales", "security", "service", "staff", "support", "sysadmin",
        "team", "webmaster",
        // Mailbox names for common services (RFC 2142).
        "abuse", "ftp", "hostmaster", "mailer-daemon", "marketing", "news", "noc", "postmaster", "usenet", "uucp", "www",
        // Names with a special meaning for programs.
        "account", "accounts", "anonymous", "anybody", "api", "daemon", "everyone", "guest", "login", "logout", "me", "nobody",
        "noreply", "no-reply", "null", "password", "register", "root", "self", "session", "settings", "signin", "signout",
        "signup", "somebody", "superuser", "system", "test", "undefined", "unknown", "user", "username", "well-known",
    ]
}

/// A user name without everything that a hurried reader overlooks: marks, separators, and the differences between look-alike
/// characters. Two names with the same skeleton are confusable (UTS #39, section 4; the tables here contain the imitations of ASCII
/// letters, which impersonation requires).
///
/// It is computed from the name as displayed: a Greek capital eta looks like an H, a small one like an n.
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

    /// Each ASCII letter with the characters that imitate it in either case: Latin letters with strokes and hooks, small capitals,
    /// Greek, Cyrillic, Armenian, Coptic, Cherokee, Lisu, Canadian syllabics and digits.
    private static let imitations: [(Unicode.Scalar, String)] = [
        ("a", "аαɑ4ᴀⱥᲀⲁᎪꓮᗩ"), ("b", "ьƅбв8ʙƀɓβⲃᏴꓐᗷ"), ("c", "сϲᴄȼƈⲥᏟꓚᑕ"), ("d", "ԁɗժđɖðᴅᎠꓓᗪ"), ("e", "еєҽεɛ3ёᴇɇəɘⲉᎬꓰᗴᕮ"),
        ("f", "ƒϝꜰꓝᖴ"), ("g", "ɡց9ǥɢɠᏀꓖᘜ"), ("h", "һհħнʜɦⲏᎻᏂꓧᕼ"), ("j", "јϳɉᴊյᎫꓙᒍ"), ("k", "кκĸᴋƙꝁⲕᏦꓗ"),
        ("l", "1iіıɩι!|ӏļłɪɨʟⲓᎥᏞꓲꓡᒪլוןا١۱"), ("m", "мᴍɱⲙᎷꓟᗰ"), ("n", "пոηɴπɲŋռղⲛꓠᑎ"),
        ("o", "0оοσօøөᴏⲟꓳסه٥۵०০੦૦୦౦೦൦๐໐၀០"), ("p", "рρᴘƥᵽⲣᏢꓑᑭ"), ("q", "ԛզʠգꞯ"), ("r", "гᴦɾʀɍɽᎡꓣᖇ"), ("s", "ѕ5ꜱʂꓢᏕᏚᔕ"),
        ("t", "тτ7ŧᴛƭʈⲧᎢꓔ"), ("u", "υսцʋᴜμꓴᑌ"), ("v", "νѵᴠᏙꓦᐯ"), ("w", "ѡԝɯωաᴡⱳᎳᏔꓪᗯ"), ("x", "хχⲭꓫ᙭"),
        ("y", "уүγყʏƴɏⲩᎩᎽꓬ"), ("z", "ᴢ2ʐƶȥᏃꓜ"),
    ]

    /// Capitals that imitate another letter than their lower-case forms do.
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

/// Full case folding (The Unicode Standard, section 3.13, definition D145), based on the case mappings of the standard library.
///
/// Foundation's folding covers only older characters. Lower case, then upper case, then lower case again equals folding, with two
/// exceptions. The dotless `ı` would become `i` and is left unchanged. Cherokee capitals fold to lower case here and not the other
/// way round, which gives the same equality.
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

    /// Maps one scalar at a time: the final sigma depends on the whole word, and folding does not.
    private static func each(_ text: String, _ mapping: KeyPath<Unicode.Scalar.Properties, String>) -> String {
        text.unicodeScalars.reduce(into: "") { $0 += $1.properties[keyPath: mapping] }
    }
}
