import type { MailKind } from './mail.types.ts'

/** To the old address. `email` is the new one, shortened; `at` an instant; `url` undoes the change, if present. */
export const emailChanged: MailKind = {
  isNotice: true,
  isCountedApart: true,
  texts: {
    en: ({ product, userName, values, time }) => ({
      subject: `${product}: your e-mail address was changed`,
      lines: [
        `The e-mail address of the user ${userName} was changed to ${values.email} on ${time(values.at!)}.`,
        values.url
          ? 'If this was not you, undo the change: the old address is restored and all sessions are signed out. The link is valid for 72 hours.'
          : 'If this was not you, inform your administrator at once.',
      ],
      ...(values.url && { button: { label: 'Undo the change', url: values.url } }),
      after: [],
    }),
    es: ({ product, userName, values, time }) => ({
      subject: `${product}: su dirección de correo ha cambiado`,
      lines: [
        `La dirección de correo del usuario ${userName} se cambió a ${values.email} el ${time(values.at!)}.`,
        values.url
          ? 'Si no fue usted, deshaga el cambio: se restablece la dirección anterior y se cierran todas las sesiones. El enlace es válido durante 72 horas.'
          : 'Si no fue usted, avise de inmediato a su administrador.',
      ],
      ...(values.url && { button: { label: 'Deshacer el cambio', url: values.url } }),
      after: [],
    }),
    pt: ({ product, userName, values, time }) => ({
      subject: `${product}: seu endereço de e-mail foi alterado`,
      lines: [
        `O endereço de e-mail do usuário ${userName} foi alterado para ${values.email} em ${time(values.at!)}.`,
        values.url
          ? 'Se não foi você, desfaça a alteração: o endereço anterior é restaurado e todas as sessões são encerradas. O link é válido por 72 horas.'
          : 'Se não foi você, avise imediatamente o seu administrador.',
      ],
      ...(values.url && { button: { label: 'Desfazer a alteração', url: values.url } }),
      after: [],
    }),
  },
}
