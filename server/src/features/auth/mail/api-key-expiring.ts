import type { MailKind } from './mail.types.ts'

/** `key` is the name of the key; `at` the instant it expires; `url` opens the list of keys. */
export const apiKeyExpiring: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, userName, values, time }) => ({
      subject: `${product}: API key expires soon`,
      lines: [
        `The API key "${values.key}" of the user ${userName} expires on ${time(values.at!)}. Programs that use it stop working then.`,
      ],
      button: { label: 'Show API keys', url: values.url! },
      after: ['Set a later date, or create a new key for the program.'],
    }),
    es: ({ product, userName, values, time }) => ({
      subject: `${product}: una clave de API caduca pronto`,
      lines: [
        `La clave de API «${values.key}» del usuario ${userName} caduca el ${time(values.at!)}. Los programas que la usan dejarán de funcionar.`,
      ],
      button: { label: 'Ver las claves de API', url: values.url! },
      after: ['Elija una fecha posterior o cree una clave nueva para el programa.'],
    }),
    pt: ({ product, userName, values, time }) => ({
      subject: `${product}: uma chave de API expira em breve`,
      lines: [
        `A chave de API "${values.key}" do usuário ${userName} expira em ${time(values.at!)}. Os programas que a usam deixarão de funcionar.`,
      ],
      button: { label: 'Ver as chaves de API', url: values.url! },
      after: ['Escolha uma data posterior ou crie uma nova chave para o programa.'],
    }),
  },
}
