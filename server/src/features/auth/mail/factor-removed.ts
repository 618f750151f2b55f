import { factorName } from './factor-names.ts'
import type { MailKind } from './mail.types.ts'

/** `factor`, `name` of a passkey, `at`. `reason` is `copied` if the passkey seems to exist twice. */
export const factorRemoved: MailKind = {
  isNotice: true,
  isCountedApart: true,
  texts: {
    en: ({ product, userName, values, time }) => ({
      subject: `${product}: a sign-in method was removed`,
      lines: [
        `Removed from the user ${userName} on ${time(values.at!)}: ${factorName('en', values)}.`,
        ...(values.reason === 'copied'
          ? ['The passkey was removed because a copy of it may be in use elsewhere.']
          : []),
      ],
      after: ['If this was not you, change your password at once and inform your administrator.'],
    }),
    es: ({ product, userName, values, time }) => ({
      subject: `${product}: se eliminó un método de acceso`,
      lines: [
        `Se eliminó del usuario ${userName} el ${time(values.at!)}: ${factorName('es', values)}.`,
        ...(values.reason === 'copied'
          ? ['La llave de acceso se eliminó porque puede haber una copia en uso en otro lugar.']
          : []),
      ],
      after: ['Si no fue usted, cambie su contraseña de inmediato y avise a su administrador.'],
    }),
    pt: ({ product, userName, values, time }) => ({
      subject: `${product}: um método de acesso foi removido`,
      lines: [
        `Removido do usuário ${userName} em ${time(values.at!)}: ${factorName('pt', values)}.`,
        ...(values.reason === 'copied'
          ? ['A chave de acesso foi removida porque pode haver uma cópia em uso em outro lugar.']
          : []),
      ],
      after: ['Se não foi você, altere a sua senha imediatamente e avise o seu administrador.'],
    }),
  },
}
