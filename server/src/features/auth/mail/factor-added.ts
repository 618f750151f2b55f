import { factorName } from './factor-names.ts'
import type { MailKind } from './mail.types.ts'

/** `factor`, `name` of a passkey, `at`. */
export const factorAdded: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, userName, values, time }) => ({
      subject: `${product}: a sign-in method was added`,
      lines: [`The user ${userName} can sign in with ${factorName('en', values)} since ${time(values.at!)}.`],
      after: ['If this was not you, change your password at once and inform your administrator.'],
    }),
    es: ({ product, userName, values, time }) => ({
      subject: `${product}: se añadió un método de acceso`,
      lines: [
        `El usuario ${userName} puede iniciar sesión con ${factorName('es', values)} desde el ${time(values.at!)}.`,
      ],
      after: ['Si no fue usted, cambie su contraseña de inmediato y avise a su administrador.'],
    }),
    pt: ({ product, userName, values, time }) => ({
      subject: `${product}: um método de acesso foi adicionado`,
      lines: [`O usuário ${userName} pode entrar com ${factorName('pt', values)} desde ${time(values.at!)}.`],
      after: ['Se não foi você, altere a sua senha imediatamente e avise o seu administrador.'],
    }),
  },
}
