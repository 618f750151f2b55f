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
      after: [
        `If this was not you, choose another password at once: ${values.url} Then inform your administrator.`,
      ],
    }),
    es: ({ product, userName, values, time }) => ({
      subject: `${product}: su contraseña ha cambiado`,
      lines: [
        `La contraseña del usuario ${userName} se cambió el ${time(values.at!)}. Se cerraron todas las sesiones.`,
      ],
      after: [
        `Si no fue usted, elija otra contraseña de inmediato: ${values.url} Después avise a su administrador.`,
      ],
    }),
    pt: ({ product, userName, values, time }) => ({
      subject: `${product}: sua senha foi alterada`,
      lines: [
        `A senha do usuário ${userName} foi alterada em ${time(values.at!)}. Todas as sessões foram encerradas.`,
      ],
      after: [
        `Se não foi você, escolha outra senha imediatamente: ${values.url} Depois avise o seu administrador.`,
      ],
    }),
  },
}
