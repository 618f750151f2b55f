import type { MailKind } from './mail.types.ts'

/** `url` opens the choice of a password, which creates the account. */
export const signUp: MailKind = {
  isNotice: false,
  texts: {
    en: ({ product, host, values }) => ({
      subject: `${product}: confirm your e-mail address`,
      lines: [
        `Somebody signed up for ${product}, ${host}, with this e-mail address.`,
        'Choose your password to create the account. The link is valid for 24 hours and works once.',
      ],
      button: { label: 'Choose a password', url: values.url! },
      after: ['If this was not you, ignore this e-mail: no account is created.'],
    }),
    es: ({ product, host, values }) => ({
      subject: `${product}: confirme su correo`,
      lines: [
        `Alguien se ha registrado en ${product}, ${host}, con esta dirección de correo.`,
        'Elija su contraseña para crear la cuenta. El enlace es válido durante 24 horas y funciona una sola vez.',
      ],
      button: { label: 'Elegir una contraseña', url: values.url! },
      after: ['Si no fue usted, ignore este correo: no se crea ninguna cuenta.'],
    }),
    pt: ({ product, host, values }) => ({
      subject: `${product}: confirme seu e-mail`,
      lines: [
        `Alguém se cadastrou no ${product}, ${host}, com este endereço de e-mail.`,
        'Escolha sua senha para criar a conta. O link é válido por 24 horas e funciona uma única vez.',
      ],
      button: { label: 'Escolher uma senha', url: values.url! },
      after: ['Se não foi você, ignore este e-mail: nenhuma conta será criada.'],
    }),
  },
}
