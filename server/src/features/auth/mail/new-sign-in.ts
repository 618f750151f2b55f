import type { MailKind } from './mail.types.ts'

/** `at` an instant; `browser`, `system` and `network` as the list of sessions shows them; `url` opens that list. */
export const newSignIn: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, userName, values, time }) => ({
      subject: `${product}: sign-in from a new place`,
      lines: [
        `The user ${userName} signed in on ${time(values.at!)} from a browser or network that was not used before.`,
        `${values.browser} on ${values.system}, network ${values.network}.`,
      ],
      button: { label: 'Show sessions', url: values.url! },
      after: ['If this was not you, end the session there and change your password.'],
    }),
    es: ({ product, userName, values, time }) => ({
      subject: `${product}: inicio de sesión desde un lugar nuevo`,
      lines: [
        `El usuario ${userName} inició sesión el ${time(values.at!)} desde un navegador o una red que no se habían usado antes.`,
        `${values.browser} en ${values.system}, red ${values.network}.`,
      ],
      button: { label: 'Ver las sesiones', url: values.url! },
      after: ['Si no fue usted, cierre allí la sesión y cambie su contraseña.'],
    }),
    pt: ({ product, userName, values, time }) => ({
      subject: `${product}: entrada a partir de um novo lugar`,
      lines: [
        `O usuário ${userName} entrou em ${time(values.at!)} a partir de um navegador ou uma rede que não tinham sido usados antes.`,
        `${values.browser} em ${values.system}, rede ${values.network}.`,
      ],
      button: { label: 'Ver as sessões', url: values.url! },
      after: ['Se não foi você, encerre ali a sessão e altere sua senha.'],
    }),
  },
}
