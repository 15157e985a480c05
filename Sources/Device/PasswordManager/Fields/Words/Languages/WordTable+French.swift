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
}
