import type { MailKind } from './mail.types.ts'

/** `key` is the name of the key; `change` is `secret` or `limits`; `at` an instant; `url` opens the list of keys. */
export const apiKeyChanged: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, userName, values, time }) => ({
      subject: `${product}: API key changed`,
      lines: [
        values.change === 'secret'
          ? `The API key "${values.key}" of the user ${userName} got a new secret on ${time(values.at!)}.`
          : `The limits of the API key "${values.key}" of the user ${userName} were changed on ${time(values.at!)}.`,
      ],
      button: { label: 'Show API keys', url: values.url! },
      after: ['If you did not expect this, delete the key and change your password.'],
    }),
    es: ({ product, userName, values, time }) => ({
      subject: `${product}: clave de API cambiada`,
      lines: [
        values.change === 'secret'
          ? `La clave de API «${values.key}» del usuario ${userName} recibió un nuevo secreto el ${time(values.at!)}.`
          : `Los límites de la clave de API «${values.key}» del usuario ${userName} se cambiaron el ${time(values.at!)}.`,
      ],
      button: { label: 'Ver las claves de API', url: values.url! },
      after: ['Si no lo esperaba, elimine la clave y cambie su contraseña.'],
    }),
    pt: ({ product, userName, values, time }) => ({
      subject: `${product}: chave de API alterada`,
      lines: [
        values.change === 'secret'
          ? `A chave de API "${values.key}" do usuário ${userName} recebeu um novo segredo em ${time(values.at!)}.`
          : `Os limites da chave de API "${values.key}" do usuário ${userName} foram alterados em ${time(values.at!)}.`,
      ],
      button: { label: 'Ver as chaves de API', url: values.url! },
      after: ['Se não esperava isso, exclua a chave e altere sua senha.'],
    }),
  },
}
