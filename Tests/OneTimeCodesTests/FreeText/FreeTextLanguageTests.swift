import OneTimeCodes
import Testing

@Suite("Codes in the languages of messages")
struct FreeTextLanguageTests {
    @Test(
        "codes in English messages",
        arguments: [
            ("Your verification code is 482910.", "482910"), ("482910 is your Example verification code", "482910"),
            ("Use 4829 as your login PIN.", "4829"),
            ("Example: Your security code is: 482 910. It expires in 10 minutes.", "482910"),
            ("Your Example code: 482-910. Don't share it.", "482910"),
            ("<#> 482910 is your OTP. Valid for 300 seconds. Ref 8812345", "482910"),
            ("*482910* is your code. For your security, do not share it.", "482910"),
            ("FB-48291 is your confirmation code", "48291"),
            ("Enter this code to sign in:\n\n482910\n\nThis code was requested from Berlin on 21 Nov 2026 at 10:30.", "482910"),
            ("Your one-time passcode for account ending 4821 is 990134", "990134"),
            ("Your OTP for the payment of $1250 to Shop is 663201", "663201"),
            ("Code: A1B2C3", "A1B2C3"), ("Your temporary password is X7K2-99", "X7K2-99"),
            ("482910. Use this code to log in to Example.", "482910"),
            ("Your code is 482910; call 1-800-555-0199 if this was not you.", "482910"),
            ("Your Example sign-in code is\n482910", "482910"),
            ("[Example] Authentication code 48291023", "48291023"),
            ("Your order 55821 is protected. Verification code: 9914", "9914"),
            ("Your verification code is 2024", "2024"), ("Hi Ann, 77120 is the code you asked for", "77120"),
            ("Your code is “482910”", "482910"),
            ("Verification code (valid until 18:30): 482910", "482910"),
            ("Enter 4471 to finish. This code expires in 15 minutes.", "4471"), ("Your login code is 7X9-K2P", "7X9-K2P"),
        ])
    func english(message: String, code: String) {
        #expect(FreeTextCode(message: message)?.code == code)
    }

    @Test(
        "codes in Chinese, Japanese and Korean messages",
        arguments: [
            ("【示例】您的验证码是482910，5分钟内有效，请勿泄露。", "482910"), ("【示例】482910（登录验证码），请勿告诉他人", "482910"),
            ("验证码：4829，您正在登录，尾号8812的手机", "4829"),
            ("您尾号8812的卡正在支付1250元，动态密码为663201", "663201"), ("您的驗證碼為 482910，請於 10 分鐘內輸入", "482910"), ("校验码482910", "482910"),
            ("您的验证码是：４８２９１０。", "482910"),
            ("認証コード:482910", "482910"), ("あなたの確認コードは482910です。10分以内に入力してください。", "482910"), ("482910 が認証番号です。", "482910"),
            ("【例】ワンタイムパスワード「482910」", "482910"),
            ("ログインするには、認証コード 482910 を入力してください。", "482910"), ("[예시] 인증번호 [482910]를 입력해 주세요.", "482910"),
            ("인증번호는 482910입니다. 3분 안에 입력하세요.", "482910"),
        ])
    func eastAsian(message: String, code: String) {
        #expect(FreeTextCode(message: message)?.code == code)
    }

    @Test(
        "codes in German, French and Spanish messages",
        arguments: [
            ("Ihr Bestätigungscode lautet 482910.", "482910"), ("482910 ist Ihr Sicherheitscode für Beispiel", "482910"),
            ("Ihre mTAN für die Überweisung über 1250,00 EUR auf Konto endend auf 4821: 663201", "663201"),
            ("Beispiel: Dein Einmalpasswort: 4829. Gültig für 10 Minuten.", "4829"), ("Dein Code: 482 910", "482910"),
            ("Ihr Anmeldecode vom 21.11.2026 ist 482910", "482910"),
            ("Votre code de vérification est 482910.", "482910"), ("482910 est votre code de sécurité", "482910"),
            ("Code de confirmation : 4829. Valable 10 minutes.", "4829"),
            ("Votre mot de passe à usage unique est : 482 910", "482910"),
            ("Votre code de connexion Exemple est le 55 12 08", "551208"),
            ("Saisissez 4471 pour confirmer votre identité. Ce code expire dans 15 minutes.", "4471"),
            ("Paiement de 125,00 € : saisissez le code 663201", "663201"),
            ("Tu código de verificación es 482910", "482910"), ("482910 es tu código de Ejemplo", "482910"),
            ("Ejemplo: su clave dinámica es 4829. Vence en 10 minutos", "4829"),
            ("Tu contraseña de un solo uso: 482910", "482910"), ("Usa el codigo 48291 para iniciar sesion", "48291"),
        ])
    func western(message: String, code: String) {
        #expect(FreeTextCode(message: message)?.code == code)
    }

    @Test(
        "codes in other languages",
        arguments: [
            ("Il tuo codice di verifica è 482910", "482910"), ("Seu código de verificação é 482910", "482910"),
            ("Je verificatiecode is 482910", "482910"), ("Din kod är 482910", "482910"),
            ("Din bekræftelseskode er 482910", "482910"), ("Doğrulama kodunuz: 482910", "482910"),
            ("Onay kodunuz 4829'dur", "4829"),
            ("482910 onay kodunu kimseyle paylaşmayın", "482910"), ("Twój kod weryfikacyjny to 482910", "482910"),
            ("Ваш код подтверждения: 482910", "482910"), ("482910 — ваш код для входа", "482910"),
            ("Vahvistuskoodisi on 482910", "482910"), ("Kode verifikasi Anda adalah 482910", "482910"),
            ("رمز التحقق الخاص بك هو ٤٨٢٩١٠", "482910"), ("קוד האימות שלך הוא 482910", "482910"),
            ("รหัส OTP ของคุณคือ 482910", "482910"), ("Mã xác thực của bạn là 482910", "482910"),
        ])
    func others(message: String, code: String) {
        #expect(FreeTextCode(message: message)?.code == code)
    }

    @Test(
        "codes next to ASCII punctuation",
        arguments: [
            ("您的验证码是384920,5分钟内有效", "384920"), ("验证码:384920,10分钟内有效", "384920"), ("验证码:384920,10 分钟内有效", "384920"),
            ("用户,667788是您的验证码", "667788"), ("Dear user,667788 is your code", "667788"), ("您好.667788是您的验证码", "667788"),
            ("验证码;384920;", "384920"), ("(Shop)384920 is your code", "384920"), ("Código:618274,5 minutos", "618274"),
            ("Your code is 384920.Valid today", "384920"),
        ])
    func punctuation(message: String, code: String) {
        #expect(FreeTextCode(message: message)?.code == code)
    }

    @Test(
        "codes that the reader is asked to enter",
        arguments: [
            ("Enter 5521 to confirm your phone number.", "5521"), ("Geben Sie 5521 ein.", "5521"),
            ("Введите 5521 для подтверждения", "5521"),
            ("请输入930447完成操作", "930447"), ("登録を完了するには930447を入力してください。", "930447"), ("가입을 완료하려면 930447을 입력하세요", "930447"),
        ])
    func typing(message: String, code: String) {
        #expect(FreeTextCode(message: message)?.code == code)
    }
}
