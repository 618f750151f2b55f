import type { MailKind } from './mail.types.ts'

/** `user` is the user name of the recovery, `due` its instant, `url` the page that stops it. */
export const recoveryStarted: MailKind = {
  isNotice: true,
  isCountedApart: true,
  texts: {
    en: ({ product, values, time }) => ({
      subject: `${product}: the second factor of ${values.user} will be reset`,
      lines: [
        `The operator was asked to reset the second factor of the user ${values.user}. This happens on ${time(values.due!)}, unless somebody stops it.`,
      ],
      button: { label: 'Stop the reset', url: values.url! },
      after: ['If you expect it, there is nothing to do.'],
    }),
    es: ({ product, values, time }) => ({
      subject: `${product}: se restablecerá el segundo factor de ${values.user}`,
      lines: [
        `Se pidió al operador que restablezca el segundo factor del usuario ${values.user}. Ocurrirá el ${time(values.due!)}, salvo que alguien lo detenga.`,
      ],
      button: { label: 'Detener el restablecimiento', url: values.url! },
      after: ['Si lo esperaba, no tiene que hacer nada.'],
    }),
    pt: ({ product, values, time }) => ({
      subject: `${product}: o segundo fator de ${values.user} será redefinido`,
      lines: [
        `Foi pedido ao operador que redefina o segundo fator do usuário ${values.user}. Isso acontecerá em ${time(values.due!)}, a menos que alguém o interrompa.`,
      ],
      button: { label: 'Interromper a redefinição', url: values.url! },
      after: ['Se você o esperava, não precisa fazer nada.'],
    }),
  },
}
