import OneTimeCodes
import Testing

@Suite("Numbers that are not codes")
struct FreeTextRejectionTests {
    @Test(
        "dates, years and times are not codes",
        arguments: [
            "Your code will be sent on 21-11-2026", "Login on 2026-11-21", "Password changed 11/21/2026",
            "Your password expires at 18:30", "Copyright 2026. Login to see more.",
            "2026", "12-31-99", "Code change on 21 11 26", "Your password was changed in 2024", "您的密码将于2026年到期",
            "パスワードの有効期限は2026年です",
            "Ihr Passwort läuft am 21.11.2026 um 1830 ab",
        ])
    func times(message: String) {
        #expect(FreeTextCode(message: message) == nil)
    }

    @Test(
        "prices and amounts are not codes",
        arguments: [
            "Login bonus: $4500 credited", "Your PIN was used to pay 4500 USD", "Mit Ihrer PIN wurden 4500 EUR bezahlt",
            "Votre code a servi à payer 4500 €", "密码支付1250元成功",
            "パスワードで1250円を支払いました", "Your code expires in 3600 seconds", "Su clave vence en 1440 minutos",
            "Your password saved 1,250.00", "Access granted to 4500 people",
        ])
    func amounts(message: String) {
        #expect(FreeTextCode(message: message) == nil)
    }

    @Test(
        "parts of numbers and addresses at ASCII punctuation, and coupon codes, are not codes",
        arguments: [
            "验证码:3849,2060", "密码支付1250,50元", "Code 1250,50 units", "Code 1,4821", "Code 48;4821", "Code: see mail.482910",
            "Log in at 482910.example.com", "Sie 5521", "Siehe 5521 in der Liste", "Login: 5521,123 minutes",
            "支店コード:4821", "할인 코드: 48213", "Code (12)4821",
        ])
    func parts(message: String) {
        #expect(FreeTextCode(message: message) == nil)
    }

    @Test(
        "phone numbers, addresses and quantities are not codes",
        arguments: [
            "Lost your password? Call 1-800-555-0199", "Lost your PIN? Call (888) 555-0199",
            "Forgot your password? +49 170 1234567", "密码问题请拨打95588", "Log in at https://example.com/123456",
            "Log in at https://example.com/?id=123456", "Your login to account 48291 was blocked",
            "Password for order #48291 reset", "You signed in with card ending in 4821",
            "Your access to flight LH4821 is confirmed", "Your card number 4821 9912 8834 1200 was used with its PIN",
            "Use promo code SAVE20 at checkout", "Your discount code: SUMMER24",
            "Zip code 90210", "Flight code LH4821 departs 1030", "Ihr Passwort für Konto 48291 wurde geändert",
            "Votre mot de passe pour la commande 48291 a changé",
            "****4821 PIN blocked", "Code for door: see 1234 Main Street", "Votre code: appelez le 01 42 68 53 00",
            "Your PIN letter went to 4821 North Oak Avenue",
        ])
    func things(message: String) {
        #expect(FreeTextCode(message: message) == nil)
    }

    @Test(
        "words, and codes without a keyword, are not codes",
        arguments: [
            "", "Hello", "Meet me at 6353 Juan Tabo", "Lunch at 1230?", "The pins 4543 gaping backspin", "Your code is on its way",
            "Password changed", "See page 12345 of the manual",
            "I decode 4543 barcodes", "12345678901", "password123", "48291 is the page. Then comes the code", "Your code is abc",
            "Sold 4543. The code comes later", "Room 4543. The conference is in hall B. Your badge code follows by mail.",
        ])
    func words(message: String) {
        #expect(FreeTextCode(message: message) == nil)
    }

    @Test(
        "a message that is only a code is a code",
        arguments: [
            ("482910", "482910"), (" 482 910\n", "482910"), ("G-482910", "482910"), ("A1B2C3", "A1B2C3"), ("“4829”", "4829"),
        ])
    func alone(message: String, code: String) {
        #expect(FreeTextCode(message: message)?.code == code)
    }

    @Test(
        "letters outside ASCII are not part of a code",
        arguments: ["код: абв12", "رمز: هو482910", "Κωδικός: Ω4829", "код 4829й", "Code: 48²91", "Code: ﬁ4829", "Code: Ⅷ4829"])
    func foreignLetters(message: String) {
        #expect(FreeTextCode(message: message) == nil)
    }

    @Test("invisible characters do not hide a code or halt the parser")
    func invisible() {
        #expect(FreeTextCode(message: "Your\u{A0}code is \u{200E}482910\u{200F}.")?.code == "482910")
        #expect(FreeTextCode(message: "Your code\u{202F}: 482\u{A0}910")?.code == "482910")
    }

    @Test("only the beginning of a very long message is parsed", .timeLimit(.minutes(20)))
    func longMessages() {
        #expect(
            FreeTextCode(message: "Your code is 482910. " + String(repeating: "order 1234 code of 5678 ", count: 50_000))?.code
                == "482910")
        #expect(FreeTextCode(message: String(repeating: "x ", count: FreeTextCode.longestMessage) + "code 482910") == nil)
    }
}
