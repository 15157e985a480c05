extension WordTable {
    /// Swedish, Danish, Norwegian, Icelandic, Finnish, Estonian, Latvian and Lithuanian.
    static let northern = WordTable([
        (
            .email,
            "e-post, epost, e-postadress, e-mailadresse, e-postadresse, sähköposti, sähköpostiosoite, netfang, e-posti aadress, e-pasts, e-pasta adrese, el. paštas, el paštas, elektroninis paštas, paštas"
        ),
        (
            .username,
            "användarnamn, användare, brugernavn, bruger, brukernavn, bruker, notandanafn, käyttäjätunnus, käyttäjänimi, käyttäjä, tunnus, kasutajanimi, kasutaja, lietotājvārds, lietotājs, vartotojo vardas, vartotojas, naudotojo vardas, prisijungimo vardas"
        ),
        (
            .account,
            "kundnummer, kundenummer, personnummer, medlemsnummer, cpr nummer, fødselsnummer, asiakasnumero, kontonummer, isikukood, personas kods, asmens kodas, kliento numeris"
        ),
        (.password, "lösenord, adgangskode, kodeord, passord, lykilorð, salasana, parool, parole, slaptažodis, lösen"),
        (
            .oneTimeCode,
            "engångskod, verifieringskod, bekräftelsekod, engangskode, bekræftelseskode, bekreftelseskode, vahvistuskoodi, kertakoodi, kinnituskood, apstiprinājuma kods, patvirtinimo kodas"
        ),
        (.phone, "mobilnummer, mobiltelefon, puhelin, puhelinnumero, telefon, tālrunis, telefonas"),
        (
            .personName,
            "förnamn, efternamn, fornavn, efternavn, etternavn, etunimi, sukunimi, nimi, navn, namn, vārds, uzvārds, vardas, pavardė, eesnimi, perekonnanimi"
        ),
        (.address, "gata, postnummer, stad, vej, by, gade, katuosoite, postinumero, kaupunki, adress, gatuadress"),
        (.date, "födelsedatum, fødselsdato, syntymäaika"),
        (.search, "sök, søg, søk, haku, hae, otsi, meklēt, paieška"),
        (.new, "nytt, nya, nyt, ny, uusi, välj, vælg, velg, uus, jauna, naujas"),
        (.current, "nuvarande, gammalt, nuværende, gammel, nåværende, nykyinen, vanha, pašreizējā, dabartinis"),
        (
            .repeated,
            "upprepa, bekräfta, gentag, bekræft, gjenta, bekreft, toista, vahvista, uudelleen, korda, atkārtot, pakartoti, pakartokite"
        ),
        (
            .signIn,
            "logga in, inloggning, log ind, logg inn, kirjaudu, kirjaudu sisään, sisselogimine, logi sisse, ielogoties, ieiet, prisijungti, prisijungimas, innskráning"
        ),
        (
            .signUp,
            "registrera, skapa konto, bli medlem, opret konto, opret, registrer, opprett konto, rekisteröidy, luo tili, registreeru, reģistrēties, registruotis, registracija"
        ),
        (.changePassword, "byt lösenord, skift adgangskode, endre passord, vaihda salasana"),
        (.resetPassword, "återställ lösenord, nytt lösenord, nulstil, nytt passord"),
        (.newsletter, "nyhetsbrev, nyhedsbrev, uutiskirje"),
        (.forgotPassword, "glömt, glemt, unohditko, unohtunut, unustasid, aizmirsi, pamiršote, pamiršau"),
        (.rememberMe, "kom ihåg, husk, muista, atcerēties, prisiminti"),
    ])
}
