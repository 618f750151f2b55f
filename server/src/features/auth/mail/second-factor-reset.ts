import type { MailKind } from './mail.types.ts'

/** `url` opens the sign-in that sets up a new second factor. */
export const secondFactorReset: MailKind = {
  isNotice: false,
  isCountedApart: true,
  texts: {
    en: ({ product, userName, values }) => ({
      subject: `${product}: set up your second factor again`,
      lines: [
        `The second factor of the user ${userName} was reset. Sign in with this link and your password, and set up a new one. The link is valid for 72 hours and works once.`,
      ],
      button: { label: 'Set up a second factor', url: values.url! },
      after: ['If you did not ask for it, inform your administrator. Do not forward this e-mail.'],
    }),
    es: ({ product, userName, values }) => ({
      subject: `${product}: configure de nuevo su segundo factor`,
      lines: [
        `Se restableció el segundo factor del usuario ${userName}. Inicie sesión con este enlace y su contraseña, y configure uno nuevo. El enlace es válido durante 72 horas y funciona una sola vez.`,
      ],
      button: { label: 'Configurar un segundo factor', url: values.url! },
      after: ['Si no lo solicitó, avise a su administrador. No reenvíe este correo.'],
    }),
    pt: ({ product, userName, values }) => ({
      subject: `${product}: configure novamente o seu segundo fator`,
      lines: [
        `O segundo fator do usuário ${userName} foi redefinido. Entre com este link e a sua senha, e configure um novo. O link é válido por 72 horas e funciona uma única vez.`,
      ],
      button: { label: 'Configurar um segundo fator', url: values.url! },
      after: ['Se você não o solicitou, avise o seu administrador. Não encaminhe este e-mail.'],
    }),
  },
}
