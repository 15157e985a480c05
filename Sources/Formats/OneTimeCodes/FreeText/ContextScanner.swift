/// Finds the words that indicate a nearby code.
struct ContextScanner {
    /// The ranges of the words, in the order of their start.
    let places: [Range<Int>]

    init(_ text: MessageText) {
        let words = Self.words(text)
        var places: [Range<Int>] = []
        for (index, word) in words.enumerated() {
            if Self.isContext(word.text), !(Self.isPlainCode(word.text) && Self.isOtherKind(words, index)) {
                places.append(word.range)
            }
            for phrase in ContextWords.phrases where words[index...].prefix(phrase.count).map(\.text) == phrase {
                places.append(word.range.lowerBound..<words[index + phrase.count - 1].range.upperBound)
            }
        }
        places += Self.unspacedPlaces(text)
        self.places = places.sorted { $0.lowerBound < $1.lowerBound }
    }

    private typealias Word = (range: Range<Int>, text: String)

    private static func words(_ text: MessageText) -> [Word] {
        var words: [Word] = []
        var start: Int?
        for index in 0...text.scalars.count {
            if let scalar = text[index], scalar.isWordScalar {
                if start == nil { start = index }
            } else if let begun = start {
                words.append((begun..<index, String(String.UnicodeScalarView(text.folded[begun..<index]))))
                start = nil
            }
        }
        return words
    }

    private static func isContext(_ word: String) -> Bool {
        if ContextWords.words.contains(word) { return true }
        return word.utf8.count >= 7 && ContextWords.compoundEnds.contains { word.hasSuffix($0) }
            && !ContextWords.otherCompounds.contains(word)
    }

    private static func isPlainCode(_ word: String) -> Bool {
        ["code", "codes", "codigo", "codice", "kod", "kodu", "kode"].contains(word)
    }

    private static func isOtherKind(_ words: [Word], _ index: Int) -> Bool {
        let beside = [index - 1, index + 1].filter(words.indices.contains).map { words[$0].text }
        return beside.contains { ContextWords.otherKinds.contains($0) }
            && (beside.first.map { ContextWords.otherKinds.contains($0) } ?? false
                || ["promo", "promotionnel", "promocional", "postal"].contains(beside.last))
    }

    private static func unspacedPlaces(_ text: MessageText) -> [Range<Int>] {
        var places: [Range<Int>] = []
        for index in text.folded.indices where text.folded[index].isUnspacedScript {
            for part in unspacedParts where text.folded[index...].starts(with: part) && !text.ends(at: index, with: others) {
                places.append(index..<(index + part.count))
            }
        }
        return places
    }

    private static let others = ContextWords.unspacedOtherKinds
    private static let unspacedParts = ContextWords.unspaced.map { Array($0.unicodeScalars) }
}

/// Words that indicate a nearby code, and words that give a number another meaning. Folded: lower-case and without accents.
enum ContextWords {
    /// Whole words.
    static let words: Set<String> = [
        // English, and loanwords in other languages
        "code", "codes", "passcode", "passcodes", "password", "passphrase", "pin", "otp", "otac", "totp", "2fa", "mfa", "tan",
        "mtan", "smstan", "login", "logon", "signin",
        "auth", "authenticate", "authenticating", "authentication", "authenticator", "authorization", "authorisation", "authorize",
        "authorise", "verification", "verify",
        "verifying", "validate", "validation", "confirmation", "token", "secret", "access", "onetime", "2factor", "passkey",
        "vcode", "2sv",
        // German
        "passwort", "kennwort", "einmalpasswort", "einmalkennwort", "kode", "anmelden", "anmeldung", "verifizierung",
        "verifizieren", "bestatigung", "bestatigungsnummer",
        "authentifizierung", "freigabe", "sicherheitsschlussel", "zugangsschlussel", "einmalschlussel",
        // French
        "authentification", "identification", "connexion", "verifier", "valider", "identifiant",
        // Spanish, Portuguese, Italian, Romanian, Catalan
        "codigo", "codigos", "clave", "contrasena", "verificacion", "verificar", "autenticacion", "acceso", "senha", "verificacao",
        "autenticacao", "acesso", "autorizacion", "autorizacao", "autorisation", "autorizzazione", "codice",
        "codici", "verifica", "autenticazione", "accesso", "cod", "codul", "codi", "parola", "chave",
        // Dutch, Scandinavian, Finnish
        "wachtwoord", "inloggen", "verificatie", "toegangscode", "kod", "koden", "losenord", "engangskod", "koodi", "koodisi",
        "salasana", "passord", "adgangskode",
        // Turkish
        "kodu", "kodun", "kodunu", "kodunuz", "kodunuzu", "sifre", "sifresi", "sifreniz", "sifrenizi", "parolaniz", "dogrulama",
        "onay", "giris", "tek", "kullanimlik",
        // Polish, Czech, Slovak, Hungarian, Croatian
        "kodem", "haslo", "weryfikacyjny", "heslo", "overovaci", "jelszo", "lozinka", "kodja",
        // Russian, Ukrainian, Bulgarian, Greek, Arabic, Hebrew, Hindi, Indonesian, Vietnamese
        "код", "кода", "кодом", "коду", "пароль", "пароля", "парол", "подтверждения", "κωδικος", "κωδικο", "رمز", "الرمز", "كود",
        "الكود", "קוד", "הקוד", "कोड", "ओटीपी",
        "sandi", "verifikasi", "ma",
    ]

    /// Endings of compounds in German, Dutch and the Scandinavian languages.
    static let compoundEnds = [
        "code", "kode", "kod", "koden", "koodi", "koodisi", "passwort", "kennwort", "wachtwoord", "losenord", "kodu", "tan-nummer",
    ]

    /// Compounds with such an ending and another meaning.
    static let otherCompounds: Set<String> = [
        "barcode", "qrcode", "postcode", "zipcode", "promocode", "unicode", "decode", "encode", "postnummerkode", "geocode",
        "dresscode", "rabattcode", "gutscheincode", "kortingscode",
        "aktionscode", "rabattkod", "sourcecode", "transcode", "bytecode", "errorcode", "fehlercode", "landcode", "method",
    ]

    /// Sequences of words.
    static let phrases: [[String]] = [
        ["one", "time"], ["log", "in"], ["sign", "in"], ["signing", "in"], ["logging", "in"], ["two", "factor"], ["2", "factor"],
        ["two", "step"], ["2", "step"], ["pass", "code"],
        ["pass", "word"], ["palavra", "passe"], ["parola", "d", "ordine"], ["mot", "de", "passe"], ["usage", "unique"],
        ["un", "solo", "uso"], ["iniciar", "sesion"],
        ["usa", "e", "getta"], ["mat", "khau"], ["so", "xac"],
        ["tek", "seferlik"],
    ]

    /// Substrings in scripts without spaces.
    static let unspaced = [
        // Chinese, traditional and simplified
        "验证码", "驗證碼", "校验码", "校驗碼", "确认码", "確認碼", "认证码", "認證碼", "动态码", "動態碼", "动态密码", "動態密碼", "动态口令", "動態口令", "密码", "密碼", "口令",
        "激活码", "登录码", "登入碼",
        "短信码", "随机码", "隨機碼", "安全码", "安全碼", "识别码", "授权码", "授權碼", "代码", "代碼", "一次性", "驗證", "验证", "登录", "登入", "登陆",
        // Japanese
        "コード", "ワンタイム", "パスワード", "暗証番号", "認証番号", "確認番号", "認証キー", "認証", "暗証", "ログイン",
        // Korean
        "인증", "비밀번호", "코드", "보안번호", "로그인", "일회용",
        // Thai
        "รหัส", "โอทีพี",
    ]

    /// Words before "code" that denote another kind of code.
    static let otherKinds: Set<String> = [
        "promo", "promotion", "promotional", "discount", "coupon", "voucher", "gift", "referral", "zip", "postal", "post", "area",
        "country", "dialing", "error", "status", "qr",
        "bar", "source", "dress", "sort", "swift", "bank", "tax", "reservation", "rabatt", "gutschein", "promotionnel",
        "promocional", "descuento", "postleit", "tracking", "product",
        "color", "colour", "building", "door", "flight", "booking", "train", "ticket", "order",
    ]

    /// The same in scripts without spaces, directly before the name of a code.
    static let unspacedOtherKinds = [
        "店舗", "支店", "商品", "クーポン", "銀行", "国", "股票", "证券", "機構", "机构", "商家", "쿠폰", "상품", "지점", "은행", "할인", "쿠폰 ", "상품 ", "할인 ",
    ]

    /// Words directly before a number that give it another meaning.
    static let others: Set<String> = [
        // English
        "ending", "ends", "card", "account", "acct", "order", "invoice", "flight", "ref", "reference", "ticket", "booking",
        "tracking", "room", "apt", "apartment", "suite", "unit",
        "gate", "bus", "train", "route", "highway", "case", "call", "dial", "phone", "tel", "telephone", "mobile", "fax", "reply",
        "text", "until", "till", "before", "at", "since", "year", "in",
        "extension", "ext", "box", "postcode", "zip", "copyright", "version", "build", "model", "page", "channel", "helpline",
        "hotline", "amount", "total", "balance", "number",
        // German
        "endend", "endet", "karte", "konto", "bestellung", "bestellnummer", "auftrag", "rechnung", "flug", "zimmer", "anrufen",
        "telefon", "hotline", "bis", "um", "uhr", "seit", "jahr", "plz",
        "kundennummer", "auftragsnummer", "nummer", "sendung",
        // French
        "terminant", "carte", "compte", "commande", "facture", "vol", "chambre", "appelez", "telephone", "avant", "depuis", "jusqu",
        "numero", "colis",
        // Spanish, Portuguese, Italian
        "terminada", "terminado", "termina", "tarjeta", "cuenta", "pedido", "factura", "vuelo", "habitacion", "llame", "telefono",
        "hasta", "desde", "cartao", "conta", "fatura", "ordine", "volo",
        "conto", "carta", "finale",
        // Turkish and others
        "kart", "hesap", "siparis", "заказ", "заказа", "карта", "карты", "счет", "телефон",
    ]

    /// The same in scripts without spaces, directly before the number.
    static let unspacedOthers = [
        "尾号", "尾號", "末尾", "卡号", "卡號", "订单", "订单号", "訂單", "訂單編號", "编号", "編號", "单号", "單號", "航班", "电话", "電話", "致电", "拨打", "撥打", "热线",
        "熱線", "客服", "注文番号", "予約番号",
        "お問い合わせ番号", "伝票番号", "口座番号", "会員番号", "電話番号", "取件码", "取餐码", "提货码", "房间", "주문번호", "계좌", "전화", "카드",
    ]

    /// Words before the name of a code that refer to a code given before.
    static let pointers: Set<String> = [
        "this", "dieser", "diesen", "dieses", "ce", "cet", "este", "esta", "questo", "questa", "deze", "dit", "denna", "denne",
        "bu",
        "этот",
    ]

    /// The same in scripts without spaces.
    static let unspacedPointers = ["此", "该", "該", "本", "この", "이 "]

    /// Words directly before a code that ask the reader to enter it.
    static let typing: Set<String> = [
        "enter", "use", "type", "geben", "gib", "verwenden", "verwende", "nutzen", "entrez", "saisissez", "tapez", "utilisez",
        "introduce", "introduzca", "ingresa", "ingrese", "escribe", "digite", "usa", "utiliza", "introduza", "insira",
        "inserisci", "inserisca", "digita", "введите", "используйте", "wpisz", "girin", "voer", "ange", "indtast",
    ]

    /// The same in scripts without spaces, directly before a code and directly after it.
    static let unspacedTypingBefore = ["输入", "輸入", "输入 ", "輸入 "]
    static let unspacedTypingAfter = ["を入力", " を入力", "을 입력", "를 입력"]

    /// Words between the name of a code and the code.
    static let links: Set<String> = [
        "is", "are", "as", "ist", "lautet", "est", "le", "la", "es", "e", "el", "il", "de", "der", "die", "das", "your", "ihr",
        "votre", "tu", "su", "is:", "number", "no", "nr", "follows", "below", "sms",
        "temporary", "temporaire", "temporal", "temporaneo", "temporanea", "temporario", "temporaria",
        "это", "ваш", "jest", "ar", "er", "on", "adalah",
    ]

    /// The same in scripts without spaces.
    static let unspacedLinks: Set<Unicode.Scalar> = Set("为是為は：がの이는은가입니다如下".unicodeScalars)
}
