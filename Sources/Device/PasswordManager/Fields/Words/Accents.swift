/// Letters with accents, and the letters without, as people leave accents out.
enum Accents {
    static let bases: [Unicode.Scalar: Unicode.Scalar] = {
        let groups: [(Unicode.Scalar, String)] = [
            ("a", "àáâãäåāăąǎạảấầẩẫậắằẳẵặ"), ("c", "çćĉċč"), ("d", "ďđ"), ("e", "èéêëēĕėęěẹẻẽếềểễệə"), ("g", "ĝğġģ"), ("h", "ĥħ"),
            ("i", "ìíîïĩīĭįıỉị"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏőơọỏốồổỗộớờởỡợ"),
            ("r", "ŕŗř"),
            ("s", "śŝşšș"), ("t", "ţťŧțţ"), ("u", "ùúûüũūŭůűųưụủứừửữự"), ("w", "ŵ"), ("y", "ýÿŷỳỵỷỹ"), ("z", "źżž"),
            ("α", "ά"), ("ε", "έ"), ("η", "ή"), ("ι", "ίϊΐ"), ("ο", "ό"), ("υ", "ύϋΰ"), ("ω", "ώ"), ("σ", "ς"), ("е", "ё"),
            ("ا", "أإآ"), ("ی", "يى"), ("ک", "ك"),
        ]
        return Dictionary(groups.flatMap { base, letters in letters.unicodeScalars.map { ($0, base) } }) { first, _ in first }
    }()
}
