extension WordTable {
    /// Polish, Czech, Slovak and Hungarian.
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
}
