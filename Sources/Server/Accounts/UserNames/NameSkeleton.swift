import Foundation

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
