extension WordTable {
    /// The words of Russian, Ukrainian and Belarusian.
    static let russian = WordTable([
        (
            .email,
            "эл почта, электронная почта, почта, почты, почту, почтовый ящик, адрес электронной почты, емейл, емайл, имейл, мейл, электронный адрес, е-мейл, пошта, електронна пошта, електронна адреса, адрес почты, эл адрес"
        ),
        (
            .username,
            "логин, имя пользователя, пользователь, учётная запись, имя учетной записи, псевдоним, никнейм, ник, логін, ім'я користувача, користувач, идентификатор пользователя, имя для входа, обліковий запис"
        ),
        (
            .account,
            "лицевой счет, лицевой счёт, номер договора, аккаунт, номер карты, идентификатор, инн, снилс, личный кабинет номер, особовий рахунок, номер счета, табельный номер, договор"
        ),
        (.password, "пароль, пароля, паролем, кодовое слово"),
        (
            .oneTimeCode,
            "код из смс, код из sms, код подтверждения, проверочный код из, одноразовый код, одноразовый пароль, код из письма, код активации, код підтвердження, смс код, sms код, код с телефона, код з смс"
        ),
        (.code, "код"),
        (.pin, "пин, пин код, пинкод"),
        (.phone, "телефон, телефона, мобильный, номер телефона, мобильного, тел, мобільний"),
        (.personName, "имя, фамилия, отчество, фио, ваше имя, имени, прізвище, ім'я, как вас зовут, по батькові"),
        (
            .address,
            "улица, город, индекс, почтовый индекс, страна, область, дом, квартира, адрес доставки, місто, вулиця, регион, адрес"
        ),
        (.card, "номер карты, срок действия, держатель карты"),
        (.date, "дата рождения, день рождения, дата, день, месяц, год, дата народження"),
        (.organization, "компания, организация, название организации, должность, компанія"),
        (.search, "поиск, искать, найти, пошук, знайти"),
        (
            .captcha,
            "код с картинки, символы с картинки, картинке, картинки, капча, код на картинке, введите символы, проверочный код, защитный код, изображении"
        ),
        (.secretAnswer, "секретный вопрос, секретный ответ, ответ, контрольный вопрос"),
        (.message, "сообщение, тема, комментарий, промокод, вопрос, повідомлення, сайт"),
        (.new, "новый, новий, придумайте, создайте, укажите новый, вигадайте, нового"),
        (.current, "текущий, старый, действующий, поточний, старий"),
        (
            .repeated,
            "повторите, повтор, подтвердите, подтверждение, ещё раз, еще раз, повторно, повторный, повторіть, підтвердіть, підтвердження, повторение"
        ),
        (.signIn, "войти, вход, авторизация, авторизоваться, увійти, вхід, ввійти, авторизація, залогиниться, вход в"),
        (
            .signUp,
            "регистрация, зарегистрироваться, создать аккаунт, регистрации, создание, завести, создать, реєстрація, зареєструватися, створити"
        ),
        (.changePassword, "сменить пароль, смена пароля, изменить пароль, изменение пароля, зміна пароля, змінити пароль"),
        (.resetPassword, "восстановить пароль, восстановление пароля, новый пароль, відновлення пароля"),
        (.newsletter, "подписка, подписаться, рассылка, рассылку, підписатися"),
        (.contact, "обратная связь, напишите нам"),
        (.forgotPassword, "забыли, забыл, не помню, восстановить доступ, забули, восстановить"),
        (.rememberMe, "запомнить, запомни, чужой компьютер, запам'ятати, не выходить"),
    ])

    /// The words of Polish, Czech, Slovak and Hungarian.
    static let polishCzechHungarian = WordTable([
        (.email, "adres e-mail, adres email, adres poczty, e-mailová adresa, emailová adresa, e-mail cím, email cím, poczta"),
        (
            .username,
            "nazwa użytkownika, użytkownik, nazwa konta, uživatelské jméno, uživatel, přihlašovací jméno, používateľské meno, používateľ, prihlasovacie meno, felhasználónév, felhasználó, felhasználói név, becenév, przezwisko, pseudonim"
        ),
        (
            .account,
            "numer klienta, identyfikator, numer konta, klientské číslo, zákaznické číslo, ügyfélszám, ügyfélazonosító, azonosító, číslo účtu, pesel, rodné číslo, identifikátor"
        ),
        (.password, "hasło, heslo, jelszó"),
        (
            .oneTimeCode,
            "kod weryfikacyjny, kod sms, kod jednorazowy, kod potwierdzający, kod autoryzacyjny, ověřovací kód, jednorázový kód, potvrzovací kód, overovací kód, ellenőrző kód, megerősítő kód, egyszer használatos"
        ),
        (.phone, "telefon, numer telefonu, komórka, mobilní, telefónne číslo, telefonszám, telefonní"),
        (
            .personName,
            "imię, nazwisko, imię i nazwisko, jméno, příjmení, meno, priezvisko, keresztnév, vezetéknév, név, teljes név, křestní"
        ),
        (.address, "ulica, kod pocztowy, miasto, miejscowość, ulice, psč, město, cím, irányítószám, város, utca, obec"),
        (.date, "data urodzenia, datum narození, születési, rok narození"),
        (.organization, "firma, nip, cég, cégnév"),
        (.search, "szukaj, wyszukaj, hledat, vyhledávání, hľadať, keresés, keres"),
        (.captcha, "przepisz, opište, kod z obrazka, opiš"),
        (.message, "wiadomość, temat, zpráva, předmět, üzenet, tárgy"),
        (.new, "nowe, nowy, nové, új, utwórz, zvolte, vytvořte, válassz"),
        (.current, "obecne, aktualne, stare, současné, aktuální, staré, súčasné, jelenlegi, régi"),
        (
            .repeated,
            "powtórz, potwierdź, ponownie, zopakujte, potvrďte, znovu, zopakovat, zopakuj, megerősítés, ismét, újra, mégegyszer, pro kontrolu"
        ),
        (
            .signIn,
            "zaloguj, zaloguj się, logowanie, přihlásit, přihlášení, přihlásit se, prihlásiť, prihlásenie, bejelentkezés, belépés, belépek"
        ),
        (
            .signUp,
            "zarejestruj, zarejestruj się, rejestracja, załóż konto, utwórz konto, registrace, registrovat, vytvořit účet, založit, registrácia, regisztráció, regisztrálok, regisztrálj"
        ),
        (.changePassword, "zmień hasło, zmiana hasła, změna hesla, změnit heslo, zmena hesla, jelszó módosítása"),
        (.resetPassword, "nowe hasło, nové heslo, új jelszó"),
        (.newsletter, "hírlevél, zpravodaj, odběr"),
        (
            .forgotPassword,
            "zapomniałeś, nie pamiętasz, zapomniałem, zapomenuté, zapomněli, zabudnuté, zabudli, elfelejtett, elfelejtetted, nie pamiętam, przypomnij"
        ),
        (.rememberMe, "zapamiętaj, zapamatovat, pamatovat, zapamätať, emlékezz, maradjak bejelentkezve"),
    ])

    /// The words of Turkish, Azerbaijani and Kazakh.
    static let turkish = WordTable([
        (.email, "e-posta, eposta, e-posta adresi, mail adresi, elektron poçt, e-poçt, электрондық пошта"),
        (.username, "kullanıcı adı, kullanıcı, kullanıcı kodu, üye adı, istifadəçi adı, istifadəçi, пайдаланушы, rumuz, kullanici"),
        (
            .account,
            "müşteri no, müşteri numarası, tc kimlik, tc kimlik no, kimlik no, üye no, hesap, hesap no, fin, vöen, sicil no, öğrenci no, t.c. kimlik"
        ),
        (.password, "şifre, parola, sifre, şifrə, parol, құпия сөз, ~sifre"),
        (
            .oneTimeCode,
            "doğrulama kodu, onay kodu, sms kodu, tek kullanımlık, aktivasyon kodu, güvenlik kodu gönderildi, təsdiq kodu"
        ),
        (.code, "kod, kodu"),
        (.phone, "telefon, cep telefonu, cep, mobil nömrə, əlaqə nömrəsi, telefon numarası, gsm"),
        (.personName, "ad, adınız, soyad, soyadınız, ad soyad, adı soyadı, isim, soyisim, adı, soyadı"),
        (.address, "adres, şehir, ilçe, posta kodu, ülke"),
        (.date, "doğum tarihi, doğum, tarih"),
        (.search, "ara, arama, axtar, axtarış, іздеу"),
        (.captcha, "güvenlik kodu, resimdeki, resimde, görseldeki, doğrulama resmi, şəkildəki"),
        (.message, "mesaj, konu, yorum"),
        (.new, "yeni, oluştur, belirleyin"),
        (.current, "mevcut, eski, geçerli, cari"),
        (.repeated, "tekrar, tekrarı, onayla, yeniden, doğrula, tekrar girin, təkrar"),
        (.signIn, "giriş, giriş yap, oturum aç, daxil ol, giriş yapın, кіру"),
        (.signUp, "kayıt, kayıt ol, üye ol, hesap oluştur, üyelik, qeydiyyat, kaydol, тіркелу"),
        (.changePassword, "şifre değiştir, şifremi değiştir, parola değiştir"),
        (.resetPassword, "şifre sıfırla, yeni şifre"),
        (.newsletter, "bülten, e-bülten"),
        (.forgotPassword, "unuttum, unuttunuz, unutdum, unutmusunuz"),
        (.rememberMe, "beni hatırla, hatırla, yadda saxla"),
    ])
}
