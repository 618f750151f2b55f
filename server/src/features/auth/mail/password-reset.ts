import type { MailKind } from './mail.types.ts'

/** `url` opens the choice of a password. */
export const passwordReset: MailKind = {
  isNotice: false,
  isCountedApart: true,
  texts: {
    en: ({ product, userName, values }) => ({
      subject: `${product}: choose a new password`,
      lines: [
        `A new password was requested for the user ${userName}. The link is valid for 60 minutes and works once.`,
      ],
      button: { label: 'Choose a new password', url: values.url! },
      after: ['If you did not request it, ignore this e-mail. Your password stays as it is.'],
    }),
    es: ({ product, userName, values }) => ({
      subject: `${product}: elija una contraseña nueva`,
      lines: [
        `Se solicitó una contraseña nueva para el usuario ${userName}. El enlace es válido durante 60 minutos y funciona una sola vez.`,
      ],
      button: { label: 'Elegir una contraseña nueva', url: values.url! },
      after: ['Si no la solicitó, ignore este correo. Su contraseña no cambia.'],
    }),
    pt: ({ product, userName, values }) => ({
      subject: `${product}: escolha uma nova senha`,
      lines: [
        `Foi solicitada uma nova senha para o usuário ${userName}. O link é válido por 60 minutos e funciona uma única vez.`,
      ],
      button: { label: 'Escolher uma nova senha', url: values.url! },
      after: ['Se você não a solicitou, ignore este e-mail. Sua senha não muda.'],
    }),
  },
}
