/// The Info.plist of Juice, and its `InfoPlist.strings` by language.
enum JuiceInformation {
    static let english = ["NSFaceIDUsageDescription": "Confirms your sign-in without a code."]

    static let localized = faceReasons.mapValues { ["NSFaceIDUsageDescription": $0] }

    private static let faceReasons = [
        "ar": "يؤكد تسجيل دخولك من دون رمز.",
        "de": "Bestätigt deine Anmeldung ohne Code.",
        "es": "Confirma tu inicio de sesión sin código.",
        "fr": "Confirme votre connexion sans code.",
        "he": "מאשר את ההתחברות שלך ללא קוד.",
        "it": "Conferma il tuo accesso senza codice.",
        "ja": "コードを入力せずにサインインを確認します。",
        "ko": "코드 없이 로그인을 확인합니다.",
        "pt-BR": "Confirma o seu início de sessão sem código.",
        "ru": "Подтверждает вход без кода.",
        "zh-Hans": "无需输入密码即可确认登录。",
        "zh-Hant": "無需輸入密碼即可確認登入。",
    ]
}
