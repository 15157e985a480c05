extension WordTable {
    /// Italian and Romanian.
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
}
