import type { MailKind } from './mail.types.ts'

/** For an address whose user exists. `url` opens the sign-in. */
export const signUpKnown: MailKind = {
  isNotice: false,
  texts: {
    en: ({ product, host, values }) => ({
      subject: `${product}: you have an account already`,
      lines: [
        `Somebody signed up for ${product}, ${host}, with this e-mail address, which belongs to a user already.`,
        'Sign in with it. If you do not know the password any more, choose a new one on the sign-in page.',
      ],
      button: { label: 'Sign in', url: values.url! },
      after: ['If this was not you, ignore this e-mail: nothing was changed.'],
    }),
    es: ({ product, host, values }) => ({
      subject: `${product}: usted ya tiene una cuenta`,
      lines: [
        `Alguien se ha registrado en ${product}, ${host}, con esta dirección de correo, que ya pertenece a un usuario.`,
        'Inicie sesión con ella. Si ya no recuerda la contraseña, elija una nueva en la página de inicio de sesión.',
      ],
      button: { label: 'Iniciar sesión', url: values.url! },
      after: ['Si no fue usted, ignore este correo: no se ha cambiado nada.'],
    }),
    pt: ({ product, host, values }) => ({
      subject: `${product}: você já tem uma conta`,
      lines: [
        `Alguém se cadastrou no ${product}, ${host}, com este endereço de e-mail, que já pertence a um usuário.`,
        'Entre com ele. Se você não lembra mais a senha, escolha uma nova na página de entrada.',
      ],
      button: { label: 'Entrar', url: values.url! },
      after: ['Se não foi você, ignore este e-mail: nada foi alterado.'],
    }),
  },
}
