/// Paths along the alphabet, the digits and the rows of keyboards.
enum Walk {
    /// Whether the lower-case text `folded`, of four characters or more, is a piece of a path. Paths may be walked backward and
    /// continue at their beginning.
    static func covers(_ folded: String) -> Bool {
        let characters = Array(folded)
        guard characters.count >= 4, characters.count <= 2 * maximumLength else { return false }
        return paths.contains { path in
            follows(characters, path, step: 1) || follows(characters, path, step: path.count - 1)
        }
    }

    /// Walks along from the first character; no character stands twice in a path, so that there is one way at most.
    private static func follows(_ characters: [Character], _ path: [Character], step: Int) -> Bool {
        guard var place = path.firstIndex(of: characters[0]) else { return false }
        for character in characters.dropFirst() {
            place = (place + step) % path.count
            guard path[place] == character else { return false }
        }
        return true
    }

    private static let paths: [[Character]] = [
        "abcdefghijklmnopqrstuvwxyz", "0123456789", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        // Rows: English, German, French, Russian; the columns of the English keyboard with their digits; the zigzag below the
        // digits.
        "qwertyuiopasdfghjklzxcvbnm", "1234567890qwertyuiopasdfghjklzxcvbnm", "qwertzuiopüasdfghjklöäyxcvbnm",
        "azertyuiopqsdfghjklmwxcvbn", "йцукенгшщзхъфывапролджэячсмитьбю", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
        "zaq1xsw2cde3vfr4bgt5nhy6mju7", "zaq12wsxcde34rfvbgt56yhnmju78ik", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0",
        "qazwsxedcrfvtgbyhnujmik", "1a2b3c4d5e6f7g8h9i0j", "a1b2c3d4e5f6g7h8i9j0",
    ].map(Array.init)

    /// Of the longest path.
    private static let maximumLength = 36
}
