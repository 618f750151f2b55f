import type { MailKind } from './mail.types.ts'

/** `eraseAt` is the end of the account, `url` opens the interface, `contact` whom to ask or empty. */
export const erasureSoon: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, account, time, values }) => ({
      subject: `${product}: your account is deleted soon`,
      lines: [
        `On ${time(values.eraseAt!)} the account ${account} is deleted with everything in it: devices, locations, alerts, users. It cannot be restored afterwards.`,
        'Until then you can export the data, or undo the closing.',
        ...(values.contact ? [`Contact: ${values.contact}`] : []),
      ],
      button: { label: 'Sign in', url: values.url! },
      after: [],
    }),
    es: ({ product, account, time, values }) => ({
      subject: `${product}: su cuenta se elimina pronto`,
      lines: [
        `El ${time(values.eraseAt!)} se elimina la cuenta ${account} con todo su contenido: dispositivos, ubicaciones, alertas, usuarios. Después no se puede recuperar.`,
        'Hasta entonces puede exportar los datos o anular el cierre.',
        ...(values.contact ? [`Contacto: ${values.contact}`] : []),
      ],
      button: { label: 'Iniciar sesión', url: values.url! },
      after: [],
    }),
    pt: ({ product, account, time, values }) => ({
      subject: `${product}: sua conta será excluída em breve`,
      lines: [
        `Em ${time(values.eraseAt!)} a conta ${account} é excluída com todo o seu conteúdo: dispositivos, localizações, alertas, usuários. Depois disso não é possível recuperá-la.`,
        'Até lá você pode exportar os dados ou desfazer o encerramento.',
        ...(values.contact ? [`Contato: ${values.contact}`] : []),
      ],
      button: { label: 'Entrar', url: values.url! },
      after: [],
    }),
  },
}
