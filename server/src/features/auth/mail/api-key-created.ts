import type { MailKind } from './mail.types.ts'

/** `key` is the name of the key; `at` an instant; `url` opens the list of keys. */
export const apiKeyCreated: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, userName, values, time }) => ({
      subject: `${product}: API key created`,
      lines: [`The API key "${values.key}" was created for the user ${userName} on ${time(values.at!)}.`],
      button: { label: 'Show API keys', url: values.url! },
      after: ['If you do not know this key, delete it and change your password.'],
    }),
    es: ({ product, userName, values, time }) => ({
      subject: `${product}: clave de API creada`,
      lines: [`La clave de API «${values.key}» se creó para el usuario ${userName} el ${time(values.at!)}.`],
      button: { label: 'Ver las claves de API', url: values.url! },
      after: ['Si no conoce esta clave, elimínela y cambie su contraseña.'],
    }),
    pt: ({ product, userName, values, time }) => ({
      subject: `${product}: chave de API criada`,
      lines: [`A chave de API "${values.key}" foi criada para o usuário ${userName} em ${time(values.at!)}.`],
      button: { label: 'Ver as chaves de API', url: values.url! },
      after: ['Se não conhece esta chave, exclua-a e altere sua senha.'],
    }),
  },
}
