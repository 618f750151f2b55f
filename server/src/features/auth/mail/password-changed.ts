import type { MailKind } from './mail.types.ts'

/** `at` is an instant; `url` opens the page for a forgotten password. */
export const passwordChanged: MailKind = {
  isNotice: true,
  isCountedApart: true,
  texts: {
    en: ({ product, userName, values, time }) => ({
      subject: `${product}: your password was changed`,
      lines: [
        `The password of the user ${userName} was changed on ${time(values.at!)}. All sessions were signed out.`,
      ],
      button: { label: 'Choose another password', url: values.url! },
      after: ['If this was not you, choose another password at once and inform your administrator.'],
    }),
    es: ({ product, userName, values, time }) => ({
      subject: `${product}: su contraseña ha cambiado`,
      lines: [
        `La contraseña del usuario ${userName} se cambió el ${time(values.at!)}. Se cerraron todas las sesiones.`,
      ],
      button: { label: 'Elegir otra contraseña', url: values.url! },
      after: ['Si no fue usted, elija otra contraseña de inmediato y avise a su administrador.'],
    }),
    pt: ({ product, userName, values, time }) => ({
      subject: `${product}: sua senha foi alterada`,
      lines: [
        `A senha do usuário ${userName} foi alterada em ${time(values.at!)}. Todas as sessões foram encerradas.`,
      ],
      button: { label: 'Escolher outra senha', url: values.url! },
      after: ['Se não foi você, escolha outra senha imediatamente e avise o seu administrador.'],
    }),
  },
}
