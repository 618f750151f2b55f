import { factorName } from './factor-names.ts'
import type { MailKind } from './mail.types.ts'

/** `factor`, `name` of a passkey, `at`. */
export const factorAdded: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, userName, values, time }) => ({
      subject: `${product}: a sign-in method was added`,
      lines: [
        `A sign-in method was added for the user ${userName} on ${time(values.at!)}: ${factorName('en', values)}.`,
      ],
      after: ['If this was not you, change your password at once and inform your administrator.'],
    }),
    es: ({ product, userName, values, time }) => ({
      subject: `${product}: se añadió un método de acceso`,
      lines: [
        `Se añadió un método de acceso para el usuario ${userName} el ${time(values.at!)}: ${factorName('es', values)}.`,
      ],
      after: ['Si no fue usted, cambie su contraseña de inmediato y avise a su administrador.'],
    }),
    pt: ({ product, userName, values, time }) => ({
      subject: `${product}: um método de acesso foi adicionado`,
      lines: [
        `Um método de acesso foi adicionado para o usuário ${userName} em ${time(values.at!)}: ${factorName('pt', values)}.`,
      ],
      after: ['Se não foi você, altere a sua senha imediatamente e avise o seu administrador.'],
    }),
  },
}
