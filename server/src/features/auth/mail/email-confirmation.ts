import type { MailKind } from './mail.types.ts'

/** To the new address. `url` opens its confirmation. */
export const emailConfirmation: MailKind = {
  isNotice: false,
  texts: {
    en: ({ product, userName, values }) => ({
      subject: `${product}: confirm your e-mail address`,
      lines: [
        `Confirm that this is the e-mail address of the user ${userName}. The link is valid for 24 hours and works once.`,
      ],
      button: { label: 'Confirm the address', url: values.url! },
      after: ['If you did not request it, ignore this e-mail.'],
    }),
    es: ({ product, userName, values }) => ({
      subject: `${product}: confirme su dirección de correo`,
      lines: [
        `Confirme que esta es la dirección de correo del usuario ${userName}. El enlace es válido durante 24 horas y funciona una sola vez.`,
      ],
      button: { label: 'Confirmar la dirección', url: values.url! },
      after: ['Si no lo solicitó, ignore este correo.'],
    }),
    pt: ({ product, userName, values }) => ({
      subject: `${product}: confirme seu endereço de e-mail`,
      lines: [
        `Confirme que este é o endereço de e-mail do usuário ${userName}. O link é válido por 24 horas e funciona uma única vez.`,
      ],
      button: { label: 'Confirmar o endereço', url: values.url! },
      after: ['Se você não o solicitou, ignore este e-mail.'],
    }),
  },
}
