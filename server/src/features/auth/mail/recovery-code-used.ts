import type { MailKind } from './mail.types.ts'

/** `left` is the number of unused codes; `at`. */
export const recoveryCodeUsed: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, userName, values, time }) => ({
      subject: `${product}: a recovery code was used`,
      lines: [
        `Somebody signed in as ${userName} with a recovery code on ${time(values.at!)}.`,
        `Unused recovery codes: ${values.left}.${isLow(values) ? ' Create new ones soon.' : ''}`,
      ],
      after: ['If this was not you, change your password at once and inform your administrator.'],
    }),
    es: ({ product, userName, values, time }) => ({
      subject: `${product}: se usó un código de recuperación`,
      lines: [
        `Alguien inició sesión como ${userName} con un código de recuperación el ${time(values.at!)}.`,
        `Códigos de recuperación sin usar: ${values.left}.${isLow(values) ? ' Cree códigos nuevos pronto.' : ''}`,
      ],
      after: ['Si no fue usted, cambie su contraseña de inmediato y avise a su administrador.'],
    }),
    pt: ({ product, userName, values, time }) => ({
      subject: `${product}: um código de recuperação foi usado`,
      lines: [
        `Alguém entrou como ${userName} com um código de recuperação em ${time(values.at!)}.`,
        `Códigos de recuperação não usados: ${values.left}.${isLow(values) ? ' Crie novos códigos em breve.' : ''}`,
      ],
      after: ['Se não foi você, altere a sua senha imediatamente e avise o seu administrador.'],
    }),
  },
}

function isLow({ left }: Record<string, string>): boolean {
  return Number(left) < 4
}
