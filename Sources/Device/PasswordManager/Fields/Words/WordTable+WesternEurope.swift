extension WordTable {
    static let french = WordTable([
        (
            .email,
            "adresse e-mail, adresse mail, courriel, adresse électronique, adresse de messagerie, mél, mail, adresse courriel"
        ),
        (
            .username,
            "nom d'utilisateur, nom utilisateur, utilisateur, identifiant, pseudo, pseudonyme, nom de connexion, code utilisateur, code client"
        ),
        (
            .account,
            "numéro client, numéro de client, numéro de compte, compte, numéro d'adhérent, n° client, numero client, numéro"
        ),
        (.password, "mot de passe, mots de passe, mdp, motdepasse, code secret, code confidentiel, code personnel"),
        (
            .oneTimeCode,
            "code de vérification, code de confirmation, code à usage unique, code reçu, code sms, code de sécurité reçu, code d'activation, mot de passe unique"
        ),
        (.phone, "téléphone, portable, numéro de mobile"),
        (.personName, "prénom, nom, nom de famille, nom complet, civilité, votre nom, raison sociale"),
        (.address, "rue, code postal, ville, pays, adresse postale, voie, complément, adresse de livraison"),
        (.card, "carte bancaire, carte de crédit, numéro de carte, titulaire, cryptogramme"),
        (.date, "date de naissance, naissance, jour, mois, année"),
        (.organization, "société, entreprise"),
        (.search, "recherche, rechercher, chercher"),
        (.captcha, "caractères de l'image, recopiez, code image"),
        (.message, "objet, commentaire, remarque, code promo, bon de réduction, sujet"),
        (.new, "nouveau, nouvelle, choisissez, choisir, créer, créez"),
        (.current, "actuel, actuelle, ancien, ancienne"),
        (
            .repeated,
            "confirmer, confirmez, répéter, répétez, retapez, ressaisir, ressaisissez, confirmation, à nouveau, de nouveau"
        ),
        (.signIn, "connexion, se connecter, connectez-vous, s'identifier, identifiez-vous, me connecter, authentification"),
        (
            .signUp,
            "inscription, s'inscrire, inscrivez-vous, créer un compte, créer mon compte, créez votre compte, enregistrer, m'inscrire, ouvrir un compte"
        ),
        (.changePassword, "changer le mot de passe, modifier le mot de passe, changer mon mot de passe"),
        (.resetPassword, "réinitialiser, nouveau mot de passe"),
        (.newsletter, "lettre d'information, infolettre, s'abonner, abonnez-vous"),
        (.contact, "contactez, nous contacter"),
        (.forgotPassword, "oublié, oubliez, perdu"),
        (.rememberMe, "se souvenir, rester connecté, mémoriser, se rappeler"),
    ])

    /// The words of German and Dutch.
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

    /// The words of Spanish, Catalan and Portuguese.
    static let iberian = WordTable([
        (
            .email,
            "correo, correo electrónico, dirección de correo, e-mail, correu, correio eletrônico, correio electrónico, endereço de e-mail"
        ),
        (
            .username,
            "usuario, nombre de usuario, usuari, nom d'usuari, usuário, nome de usuário, utilizador, nome de utilizador, apodo, apelido de usuário, login de usuario"
        ),
        (
            .account,
            "número de cliente, número de cuenta, cuenta, conta, número de socio, cpf, cnpj, dni, nif, nie, rut, cédula, documento, identificación, "
                + "número de documento, número, carnet, matrícula, rfc, curp, cuil, cuit, contribuinte"
        ),
        (
            .password,
            "contraseña, clave, contrasenya, senha, palavra-passe, palavra passe, password, contrasena, palabra clave, código de acceso"
        ),
        (
            .oneTimeCode,
            "código de verificación, código de confirmación, código de seguridad enviado, código sms, clave dinámica, código de un solo uso, código de "
                + "verificação, código de confirmação, código de uso único, código recibido, código recebido, código de ativação, código de activación"
        ),
        (.code, "código"),
        (.phone, "teléfono, móvil, celular, telefone, telemóvel, telemovel, whatsapp"),
        (
            .personName,
            "nombre, apellido, apellidos, nombre completo, primer nombre, nome, sobrenome, nome completo, apelido, primeiro nome, nom, cognoms"
        ),
        (
            .address,
            "calle, dirección, código postal, ciudad, provincia, país, endereço, rua, cidade, cep, bairro, estado, localidade, morada, municipio, población"
        ),
        (.card, "tarjeta, tarjeta de crédito, cartão, titular, vencimiento, caducidad, validade"),
        (.date, "fecha de nacimiento, nacimiento, fecha, data de nascimento, nascimento, día, mes, año, ano, mês"),
        (.organization, "empresa, compañía, organización"),
        (.search, "buscar, búsqueda, pesquisar, pesquisa, procurar, cercar"),
        (.captcha, "caracteres de la imagen, texto de la imagen, caracteres da imagem, código de la imagen"),
        (.message, "mensaje, asunto, comentario, comentarios, cupón, mensagem, assunto, cupom, comentário, código promocional"),
        (.new, "nueva, nuevo, nova, novo, crear, crea, criar, crie, elige, escolha, escoja"),
        (.current, "actual, antigua, anterior, atual, antiga"),
        (
            .repeated,
            "confirmar, confirma, confirme, repetir, repita, repite, confirmación, confirmação, de nuevo, nuevamente, novamente, otra vez, vuelve a"
        ),
        (
            .signIn,
            "iniciar sesión, inicia sesión, ingresar, entrar, acceder, acceso, inicio de sesión, iniciar sessão, fazer login, acessar, aceder, ingreso, entre, accedeix"
        ),
        (
            .signUp,
            "registrarse, registro, crear cuenta, crear una cuenta, regístrate, registrar, darse de alta, cadastro, cadastrar, cadastre-se, criar conta, inscrever, registar, únete, inscripción"
        ),
        (.changePassword, "cambiar contraseña, cambiar la contraseña, cambio de contraseña, alterar senha, mudar senha"),
        (.resetPassword, "restablecer, nueva contraseña, redefinir senha, nova senha"),
        (.newsletter, "boletín, suscríbete, suscribirse, assine, subscrever"),
        (.contact, "contacto, contato, contáctenos"),
        (.forgotPassword, "olvidó, olvidaste, olvidé, olvidado, esqueci, esqueceu, recuperar, has olvidado"),
        (.rememberMe, "recordarme, recuérdame, recordar, lembrar, manter conectado, mantener"),
    ])

    /// The words of Italian and Romanian.
    static let italian = WordTable([
        (.email, "indirizzo e-mail, posta elettronica, indirizzo mail, indirizzo di posta, adresă de e-mail, adresa de email"),
        (.username, "nome utente, utente, nomeutente, nume utilizator, nume de utilizator, utilizator, codice utente"),
        (
            .account,
            "codice cliente, numero cliente, codice fiscale, codice titolare, numero tessera, codice adesione, cod client, codice, cont"
        ),
        (.password, "parola d'ordine, parola chiave, parolă, parola"),
        (
            .oneTimeCode,
            "codice di verifica, codice di conferma, codice sms, codice otp, codice di sicurezza inviato, cod de verificare, codul de verificare, codice temporaneo"
        ),
        (.phone, "telefono, cellulare, numero di cellulare, număr de telefon"),
        (.personName, "nome, cognome, nome e cognome, prenume, nume, numele"),
        (.address, "indirizzo, via, città, cap, provincia, comune, nazione, stradă, oraș, județ"),
        (.card, "carta di credito, intestatario, scadenza"),
        (.date, "data di nascita, nascita, giorno, mese, anno, data nașterii"),
        (.organization, "azienda, società, ragione sociale, firmă"),
        (.search, "cerca, ricerca, caută"),
        (.message, "messaggio, oggetto, commento, mesaj"),
        (.new, "nuova, nuovo, scegli, crea, nouă, alege"),
        (.current, "attuale, corrente, vecchia, actuală, veche"),
        (.repeated, "conferma, confermare, ripeti, ripetere, reinserisci, confirmă, repetă"),
        (.signIn, "accedi, accesso, entra, autentificare, conectare, login, intră în cont"),
        (.signUp, "registrati, registrazione, crea account, crea un account, iscriviti, iscrizione, înregistrare, creează cont"),
        (.changePassword, "cambia password, modifica password, schimbă parola"),
        (.resetPassword, "reimposta, nuova password, resetează"),
        (.newsletter, "iscriviti alla newsletter, abonează"),
        (.contact, "contatti, contattaci"),
        (.forgotPassword, "dimenticato, dimenticata, hai dimenticato, ai uitat, recupera"),
        (.rememberMe, "ricordami, ricorda, ține-mă minte, resta connesso"),
    ])

    /// The words of Swedish, Danish, Norwegian, Icelandic, Finnish, Estonian, Latvian and Lithuanian.
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
