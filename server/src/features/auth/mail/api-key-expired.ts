import type { MailKind } from './mail.types.ts'

/** `key` is the name of the key; `at` the instant it expired; `url` opens the list of keys. */
export const apiKeyExpired: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, userName, values, time }) => ({
      subject: `${product}: API key expired`,
      lines: [
        `The API key "${values.key}" of the user ${userName} expired on ${time(values.at!)}. Programs that use it are refused.`,
      ],
      button: { label: 'Show API keys', url: values.url! },
      after: ['Set a later date to use it again, or delete it.'],
    }),
    es: ({ product, userName, values, time }) => ({
      subject: `${product}: clave de API caducada`,
      lines: [
        `La clave de API «${values.key}» del usuario ${userName} caducó el ${time(values.at!)}. Los programas que la usan son rechazados.`,
      ],
      button: { label: 'Ver las claves de API', url: values.url! },
      after: ['Elija una fecha posterior para volver a usarla, o elimínela.'],
    }),
    pt: ({ product, userName, values, time }) => ({
      subject: `${product}: chave de API expirada`,
      lines: [
        `A chave de API "${values.key}" do usuário ${userName} expirou em ${time(values.at!)}. Os programas que a usam são recusados.`,
      ],
      button: { label: 'Ver as chaves de API', url: values.url! },
      after: ['Escolha uma data posterior para voltar a usá-la, ou exclua-a.'],
    }),
  },
}
