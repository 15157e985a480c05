import PasswordManager
import Testing

@Suite("Fields in many languages")
struct FieldLanguagesTests {
    @Test(
        "a sign-up form is understood",
        arguments: [
            ("German", "Benutzername", "E-Mail-Adresse", "Kennwort", "Kennwort wiederholen", "Registrieren"),
            ("French", "Nom d’utilisateur", "Adresse e-mail", "Mot de passe", "Confirmez le mot de passe", "S’inscrire"),
            ("Spanish", "Nombre de usuario", "Correo electrónico", "Contraseña", "Repite la contraseña", "Crear cuenta"),
            ("Portuguese", "Nome de usuário", "E-mail", "Senha", "Confirme a senha", "Cadastre-se"),
            ("Italian", "Nome utente", "Indirizzo e-mail", "Parola chiave", "Conferma password", "Registrati"),
            ("Dutch", "Gebruikersnaam", "E-mailadres", "Wachtwoord", "Herhaal wachtwoord", "Registreren"),
            ("Polish", "Nazwa użytkownika", "Adres e-mail", "Hasło", "Powtórz hasło", "Zarejestruj się"),
            ("Czech", "Uživatelské jméno", "E-mail", "Heslo", "Heslo znovu", "Registrovat"),
            ("Hungarian", "Felhasználónév", "E-mail cím", "Jelszó", "Jelszó megerősítése", "Regisztráció"),
            ("Swedish", "Användarnamn", "E-postadress", "Lösenord", "Upprepa lösenord", "Skapa konto"),
            ("Finnish", "Käyttäjätunnus", "Sähköposti", "Salasana", "Salasana uudelleen", "Rekisteröidy"),
            ("Russian", "Логин", "Электронная почта", "Пароль", "Повторите пароль", "Зарегистрироваться"),
            ("Ukrainian", "Ім'я користувача", "Електронна пошта", "Пароль", "Підтвердження пароля", "Зареєструватися"),
            ("Greek", "Όνομα χρήστη", "Διεύθυνση email", "Κωδικός πρόσβασης", "Επιβεβαίωση κωδικού", "Εγγραφή"),
            ("Turkish", "Kullanıcı adı", "E-posta", "Şifre", "Şifre tekrar", "Kayıt ol"),
            ("Arabic", "اسم المستخدم", "البريد الإلكتروني", "كلمة المرور", "تأكيد كلمة المرور", "إنشاء حساب"),
            ("Persian", "نام کاربری", "ایمیل", "رمز عبور", "تکرار رمز عبور", "ثبت نام"),
            ("Hebrew", "שם משתמש", "דואר אלקטרוני", "סיסמה", "אימות סיסמה", "הרשמה"),
            ("Hindi", "उपयोगकर्ता नाम", "ईमेल", "पासवर्ड", "पासवर्ड की पुष्टि", "साइन अप"),
            ("Thai", "ชื่อผู้ใช้", "อีเมล", "รหัสผ่าน", "ยืนยันรหัสผ่าน", "สมัครสมาชิก"),
            ("Vietnamese", "Tên đăng nhập", "Thư điện tử", "Mật khẩu", "Nhập lại mật khẩu", "Đăng ký"),
            ("Indonesian", "Nama pengguna", "Alamat email", "Kata sandi", "Ulangi kata sandi", "Daftar"),
            ("Chinese", "用户名", "邮箱", "密码", "确认密码", "注册"),
            ("traditional Chinese", "使用者名稱", "電子郵件", "密碼", "再次輸入密碼", "註冊"),
            ("Japanese", "ユーザー名", "メールアドレス", "パスワード", "パスワード（確認）", "新規登録"),
            ("Korean", "아이디", "이메일", "비밀번호", "비밀번호 확인", "회원가입"),
        ])
    func signUp(_ form: (String, String, String, String, String, String)) throws {
        let (language, user, email, password, again, button) = form
        let html = """
            <form><label>\(user)<input></label><label>\(email)<input></label><label>\(password)<input type=password></label>
            <label>\(again)<input type=password></label><button>\(button)</button></form>
            """
        let fields = try FormPage(html: Array(html.utf8)).classify()
        #expect(fields.map(\.type) == [.username, .email, .newPassword, .newPassword], "\(language): \(fields.map(\.evidence))")
        // With a single password, the button decides.
        let single =
            "<form><label>\(email)<input></label><label>\(password)<input type=password></label><button>\(button)</button></form>"
        let few = try FormPage(html: Array(single.utf8)).classify()
        #expect(few.map(\.type) == [.email, .newPassword], "\(language): \(few.map(\.evidence))")
    }

    @Test(
        "a sign-in form is understood",
        arguments: [
            ("E-Mail", "Anmelden"), ("Adresse e-mail", "Se connecter"), ("Correo", "Iniciar sesión"), ("E-mail", "Entrar"),
            ("E-mail", "Accedi"),
            ("E-mail", "Zaloguj się"), ("Почта", "Войти"), ("E-posta", "Giriş yap"), ("البريد الإلكتروني", "تسجيل الدخول"),
            ("Email", "Đăng nhập"),
            ("邮箱", "登录"), ("メールアドレス", "ログイン"), ("이메일", "로그인"), ("E-post", "Logga in"), ("ایمیل", "ورود"), ("อีเมล", "เข้าสู่ระบบ"),
        ])
    func signIn(_ form: (email: String, button: String)) throws {
        let html = "<form><label>\(form.email)<input></label><input type=password><button>\(form.button)</button></form>"
        let fields = try FormPage(html: Array(html.utf8)).classify()
        #expect(fields.map(\.type) == [.username, .currentPassword], "\(fields.map(\.evidence))")
    }

    @Test(
        "a one-time code is understood",
        arguments: [
            "Bestätigungscode", "Code de vérification", "Código de verificación", "Código de verificação", "Код из СМС",
            "Doğrulama kodu", "رمز التحقق",
            "Mã xác minh", "短信验证码", "認証コード", "인증번호", "Kod weryfikacyjny", "Kode verifikasi", "ＯＴＰ",
        ])
    func oneTimeCode(label: String) throws {
        let fields = try FormPage(html: Array("<form><label>\(label)<input maxlength=6></label></form>".utf8)).classify()
        #expect(fields.map(\.type) == [.oneTimeCode], "\(fields.map(\.evidence))")
    }

    @Test("accents may be omitted or decomposed")
    func accents() throws {
        for label in ["contrasena", "contraseña", "contrasen\u{303}a", "CONTRASEÑA"] {
            let html = "<form><label>\(label) nueva<input type=password></label></form>"
            #expect(try FormPage(html: Array(html.utf8)).classify().map(\.type) == [.newPassword], "\(label)")
        }
    }
}
