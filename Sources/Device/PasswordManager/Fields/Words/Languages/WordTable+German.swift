extension WordTable {
    /// German and Dutch.
    static let german = WordTable([
        (.email, "e-mail-adresse, mailadresse, emailadres, e-mailadres, mail adres"),
        (
            .username,
            "benutzername, nutzername, anmeldename, benutzerkennung, nutzerkennung, benutzer, nutzer, teilnehmernummer, gebruikersnaam, gebruiker, "
                + "inlognaam, spitzname, zugangsname, mitgliedsname"
        ),
        (
            .account,
            "kundennummer, kontonummer, mitgliedsnummer, zugangsnummer, kennung, konto, legitimations id, zugangskennung, klantnummer, klantcode, "
                + "kartennummer, account, unterkonto, versicherungsnummer, matrikelnummer"
        ),
        (.password, "passwort, kennwort, passwörter, wachtwoord, zugangscode, geheimzahl, ~passwort, ~kennwort"),
        (
            .oneTimeCode,
            "einmalpasswort, einmalcode, einmalkennwort, bestätigungscode, verifizierungscode, verifikationscode, sicherheitscode per, tan, mtan, "
                + "smstan, sms code, eenmalige code, verificatiecode, bevestigingscode, aktivierungscode, authentifizierungscode"
        ),
        (.phone, "telefon, handy, mobilnummer, handynummer, rufnummer, telefoon, mobiel"),
        (
            .personName,
            "vorname, nachname, name, anrede, familienname, voornaam, achternaam, ihr name, vor und nachname, tussenvoegsel, geburtsname"
        ),
        (
            .address,
            "strasse, straße, hausnummer, postleitzahl, plz, ort, stadt, bundesland, adresse, straat, huisnummer, woonplaats, adres, lieferadresse"
        ),
        (.card, "kreditkarte, karteninhaber, kontoinhaber, gültig bis, prüfziffer, prüfnummer"),
        (.date, "geburtsdatum, geburtstag, datum, geboortedatum, tag, monat, jahr"),
        (.organization, "firma, unternehmen, bedrijf, bedrijfsnaam, firmenname, branche"),
        (.search, "suche, suchen, suchbegriff, zoeken, zoek, suchwort"),
        (.captcha, "sicherheitsfrage, zeichen im bild, bildcode, zeichenfolge, sicherheitsabfrage"),
        (.message, "nachricht, betreff, kommentar, gutschein, bemerkung, bericht, onderwerp, opmerking"),
        (.new, "neu, neues, neuen, erstellen, wählen, wunsch, nieuw, nieuwe, kies, gewünschtes"),
        (.current, "aktuell, aktuelles, altes, bisheriges, huidig, huidige, oud, oude, derzeitiges"),
        (
            .repeated,
            "wiederholen, wiederholung, bestätigen, bestätigung, erneut, nochmals, noch einmal, herhaal, herhalen, bevestig, bevestigen, nogmaals"
        ),
        (.signIn, "anmelden, einloggen, anmeldung, inloggen, aanmelden, log in, zugang"),
        (
            .signUp,
            "registrieren, registrierung, konto erstellen, konto anlegen, neu hier, jetzt registrieren, registreren, registreer, account aanmaken, mitglied werden"
        ),
        (.changePassword, "passwort ändern, kennwort ändern, wachtwoord wijzigen"),
        (.resetPassword, "passwort zurücksetzen, neues passwort, wachtwoord herstellen, nieuw wachtwoord"),
        (.newsletter, "newsletter abonnieren, abonnieren, nieuwsbrief"),
        (.contact, "kontakt, anfrage"),
        (.forgotPassword, "vergessen, vergeten"),
        (.rememberMe, "angemeldet bleiben, eingeloggt bleiben, onthouden, ingelogd blijven, merken"),
    ])
}
