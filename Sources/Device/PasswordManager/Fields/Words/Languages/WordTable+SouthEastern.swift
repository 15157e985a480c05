extension WordTable {
    /// Greek, Croatian, Serbian, Slovene, Bulgarian and Albanian.
    static let southEastern = WordTable([
        (
            .email,
            "ηλεκτρονικό ταχυδρομείο, διεύθυνση email, ηλεκτρονική διεύθυνση, адреса е-поште, имейл, имейл адрес, електронна поща, e-pošta, e-poštni naslov, el. pošta"
        ),
        (
            .username,
            "όνομα χρήστη, χρήστης, korisničko ime, korisnik, корисничко име, потребителско име, потребител, uporabniško ime, uporabnik, përdoruesi"
        ),
        (.account, "κωδικός πελάτη, αφμ, korisnički broj, jmbg, егн, клиентски номер, oib"),
        (.password, "κωδικός πρόσβασης, συνθηματικό, κωδικός, lozinka, zaporka, šifra, geslo, лозинка, шифра, парола, fjalëkalimi"),
        (
            .oneTimeCode,
            "κωδικός επαλήθευσης, κωδικός μίας χρήσης, verifikacijski kod, kod za potvrdu, код за потвърждение, potrditvena koda"
        ),
        (.phone, "τηλέφωνο, κινητό, mobitel, мобилен, телефон"),
        (.personName, "όνομα, επώνυμο, ονοματεπώνυμο, ime, prezime, ime i prezime, priimek, име, презиме, фамилия"),
        (.search, "αναζήτηση, pretraži, traži, търсене, iskanje, претрага"),
        (.new, "νέος, νέο, nova, нова, нов"),
        (.current, "τρέχων, τρέχον, παλιός, trenutna, stara, текуща, стара"),
        (.repeated, "επιβεβαίωση, επανάληψη, potvrdi, ponovi, potvrda, ponovite, повтори, потвърди, потврди"),
        (.signIn, "σύνδεση, είσοδος, prijava, prijavi se, вход, влез, пријава, пријави, hyr"),
        (.signUp, "εγγραφή, δημιουργία λογαριασμού, registracija, registriraj, регистрация, регистрирай, регистрација"),
        (.forgotPassword, "ξεχάσατε, ξέχασα, zaboravili, zaboravljena, забравена, забравили, pozabljeno, заборавили"),
        (.rememberMe, "να με θυμάσαι, zapamti, запомни, запамти, zapomni"),
    ])
}
