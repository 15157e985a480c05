extension WordTable {
    /// Sentences by which a form tells what it is for, in all languages.
    static let sentences = WordTable([
        (
            .alreadyMember,
            "already have an, already a member, already registered, already have a, have an account already, existing user, bereits registriert, "
                + "bereits ein konto, schon registriert, haben sie bereits, du hast bereits, déjà un compte, déjà inscrit, déjà client, déjà membre, "
                + "ya tienes, ya tiene, ya estás registrado, ya eres, já tem, já possui, já é, hai già, sei già, al een account, heb je al, "
                + "har du redan, har du allerede, masz już, posiadasz już, máte již, už máte, van már, уже есть аккаунт, уже зарегистрированы, "
                + "есть аккаунт, уже есть учетная, вже маєте, вже зареєстровані, zaten hesabın, zaten üye, hesabınız var mı, ~لديك حساب بالفعل, ~لديك حساب, "
                + "~حساب دارید, ~ثبت نام کرده اید, ~כבר רשום, ~יש לך חשבון, đã có tài khoản, sudah punya akun, sudah memiliki akun, 已有账号, 已有帐号, "
                + "已经有账号, 已有帳號, 已有账户, 已經是會員, アカウントをお持ちの, すでにアカウント, 既に会員, 会員の方は, ~이미 계정, ~이미 회원, ~มีบัญชีอยู่แล้ว"
        ),
        (
            .notYetMember,
            "don't have an account, dont have an account, do not have an account, no account, not a member, not registered, haven't registered, not yet "
                + "a member, new to, need an account, new user, first time here, new here, noch kein konto, noch nicht registriert, noch kein, neu bei, pas encore, "
                + "pas de compte, nouveau client, no tienes, no tiene cuenta, aún no, todavía no, não tem uma conta, não tem conta, ainda não, não possui, "
                + "non hai un account, non sei, nog geen account, inget konto, ingen konto, nie masz, nemáte účet, ještě nemáte, nincs fiók, még nincs, "
                + "нет аккаунта, еще не зарегистрированы, ещё не, нет учетной, немає акаунт, ще не, hesabınız yok, üye değil, hesabın yok mu, ~ليس لديك حساب, "
                + "~حساب ندارید, ~אין לך חשבון, ~עוד לא, chưa có tài khoản, belum punya akun, belum memiliki, 没有账号, 还没有, 還沒有, 沒有帳號, 没有帐号, "
                + "立即注册, アカウントをお持ちでない, 初めての方, はじめての方, 会員でない, ~계정이 없, ~회원이 아니, ~아직 회원, ~ยังไม่มีบัญชี"
        ),
        (
            .sentCode,
            "sms, otp, totp, one time, text message, 2fa, mfa, two factor, two step, authenticator, einmal, à usage unique, un solo uso, uso único, "
                + "monouso, eenmalige, jednorazow, jednorázov, engångskod, смс, одноразов, tek kullanımlık, ~短信, ~手机验证码, ~动态, ~動態, ~簡訊, ~简讯, "
                + "~邮箱验证码, ~ワンタイム, ~인증번호, ~یکبار, ~ओटीपी, ~ওটিপি"
        ),
        (
            .strength,
            "at least, characters long, minimum of, min characters, strong password, password strength, must contain, must be, uppercase, upper case, "
                + "lowercase, special character, or more characters, mindestens, zeichen lang, großbuchstaben, au moins, majuscule, al menos, mínimo, mayúscula, "
                + "no mínimo, pelo menos, maiúscula, almeno, maiuscola, minimaal, minst, mindst, co najmniej, przynajmniej, alespoň, legalább, не менее, "
                + "минимум, символов, латинские, не менш, щонайменше, en az, karakter, ít nhất, tối thiểu, minimal, ~على الأقل, ~حداقل, ~לפחות, 至少, 位以上, "
                + "个字符, 位字符, 個字元, 文字以上, 半角英数, 英数字, ~자 이상, ~자리 이상, ~อย่างน้อย"
        ),
    ])
}
