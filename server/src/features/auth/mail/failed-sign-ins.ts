import type { MailKind } from './mail.types.ts'

/** `count` attempts; `url` opens the page for a forgotten password. `locked` is "yes" if the password does not work any more. */
export const failedSignIns: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, userName, values }) => ({
      subject: `${product}: failed sign-ins`,
      lines: [
        `Somebody tried ${values.count} times in a row to sign in as ${userName} with a wrong password.`,
        values.locked === 'yes'
          ? 'The password does not work any more. Choose a new one.'
          : 'If this was not you, you need not do anything: your password is not known to others. After 100 failed attempts it stops working, and you choose a new one.',
      ],
      ...(values.locked === 'yes' && { button: { label: 'Choose a new password', url: values.url! } }),
      after: [],
    }),
    es: ({ product, userName, values }) => ({
      subject: `${product}: intentos de inicio de sesión fallidos`,
      lines: [
        `Alguien intentó ${values.count} veces seguidas iniciar sesión como ${userName} con una contraseña incorrecta.`,
        values.locked === 'yes'
          ? 'La contraseña ya no funciona. Elija una nueva.'
          : 'Si no fue usted, no tiene que hacer nada: otros no conocen su contraseña. Después de 100 intentos fallidos deja de funcionar y usted elige una nueva.',
      ],
      ...(values.locked === 'yes' && { button: { label: 'Elegir una contraseña nueva', url: values.url! } }),
      after: [],
    }),
    pt: ({ product, userName, values }) => ({
      subject: `${product}: tentativas de entrada sem sucesso`,
      lines: [
        `Alguém tentou ${values.count} vezes seguidas entrar como ${userName} com uma senha errada.`,
        values.locked === 'yes'
          ? 'A senha não funciona mais. Escolha uma nova.'
          : 'Se não foi você, não é preciso fazer nada: outros não conhecem sua senha. Após 100 tentativas sem sucesso ela deixa de funcionar e você escolhe uma nova.',
      ],
      ...(values.locked === 'yes' && { button: { label: 'Escolher uma nova senha', url: values.url! } }),
      after: [],
    }),
  },
}
