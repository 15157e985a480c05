extension WordTable {
    /// Spanish, Catalan and Portuguese.
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
}
