/// The Russian keyboard and the Latin one under it.
enum RussianKeyboard {
    /// The lower-case text that the same keys give on the Latin keyboard; nil where `folded` holds no Russian letter.
    static func latinKeys(_ folded: String) -> String? {
        var isRussian = false
        let keys = folded.map { character -> Character in
            guard let index = russian.firstIndex(of: character) else { return character }
            isRussian = true
            return latin[index]
        }
        return isRussian ? String(keys) : nil
    }

    private static let russian = Array("йцукенгшщзхъфывапролджэячсмитьбюё")
    private static let latin = Array("qwertyuiop[]asdfghjkl;'zxcvbnm,.`")
}
