extension WordTable {
    /// Turkish, Azerbaijani and Kazakh.
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
