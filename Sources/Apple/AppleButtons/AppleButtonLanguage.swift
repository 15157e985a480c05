/// The languages of Apple's button titles, by primary subtag (RFC 5646). Chinese is distinguished by script.
package enum AppleButtonLanguage: String, Hashable, Sendable, CaseIterable {
    case english = "en"
    case chineseSimplified = "zh-Hans"
    case chineseTraditional = "zh-Hant"
    case french = "fr"
    case german = "de"
    case italian = "it"
    case japanese = "ja"
    case korean = "ko"
    case portuguese = "pt"
    case spanish = "es"

    /// Returns the language of a tag (RFC 5646) such as `pt-BR`. Returns nil if it is unsupported.
    package init?(tag: String) {
        let subtags = tag.lowercased().split(separator: "-").map(String.init)
        guard let primary = subtags.first else { return nil }
        if primary == "zh" {
            let isTraditional =
                subtags.contains("hant") || (!subtags.contains("hans") && !Set(subtags).isDisjoint(with: ["tw", "hk", "mo"]))
            self = isTraditional ? .chineseTraditional : .chineseSimplified
        } else {
            self.init(rawValue: primary)
        }
    }

    /// Returns the title in Apple's wording.
    package func title(of kind: AppleButtonKind) -> String {
        switch (self, kind) {
        case (.english, .signIn): "Sign in with Apple"
        case (.english, .signUp): "Sign up with Apple"
        case (.english, .continue): "Continue with Apple"
        case (.chineseSimplified, .signIn): "通过 Apple 登录"
        case (.chineseSimplified, .signUp): "通过 Apple 注册"
        case (.chineseSimplified, .continue): "通过 Apple 继续"
        case (.chineseTraditional, .signIn): "使用 Apple 登入"
        case (.chineseTraditional, .signUp): "使用 Apple 註冊"
        case (.chineseTraditional, .continue): "使用 Apple 繼續"
        case (.french, .signIn): "Se connecter avec Apple"
        case (.french, .signUp): "S’inscrire avec Apple"
        case (.french, .continue): "Continuer avec Apple"
        case (.german, .signIn): "Mit Apple anmelden"
        case (.german, .signUp): "Mit Apple registrieren"
        case (.german, .continue): "Mit Apple fortfahren"
        case (.italian, .signIn): "Accedi con Apple"
        case (.italian, .signUp): "Registrati con Apple"
        case (.italian, .continue): "Continua con Apple"
        case (.japanese, .signIn): "Appleでサインイン"
        case (.japanese, .signUp): "Appleで登録"
        case (.japanese, .continue): "Appleで続ける"
        case (.korean, .signIn): "Apple로 로그인"
        case (.korean, .signUp): "Apple로 가입"
        case (.korean, .continue): "Apple로 계속하기"
        case (.portuguese, .signIn): "Iniciar sessão com a Apple"
        case (.portuguese, .signUp): "Registar-se com a Apple"
        case (.portuguese, .continue): "Continuar com a Apple"
        case (.spanish, .signIn): "Iniciar sesión con Apple"
        case (.spanish, .signUp): "Registrarse con Apple"
        case (.spanish, .continue): "Continuar con Apple"
        }
    }
}

/// The title of a Sign in with Apple button, as in `ASAuthorizationAppleIDButton.ButtonType`.
package enum AppleButtonKind: String, Hashable, Sendable, CaseIterable {
    case signIn = "sign-in"
    case signUp = "sign-up"
    case `continue` = "continue"
}
