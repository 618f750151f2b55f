import type { MailKind } from './mail.types.ts'

/** `provider` is its name on the sign-in page; `at` an instant; `url` opens the security settings. */
export const ssoLinked: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, userName, values, time }) => ({
      subject: `${product}: you can sign in with ${values.provider}`,
      lines: [
        `The user ${userName} was linked with ${values.provider} on ${time(values.at!)}, and can sign in with it from now on.`,
      ],
      button: { label: 'Show security settings', url: values.url! },
      after: ['If this was not you, tell an administrator of your account.'],
    }),
    es: ({ product, userName, values, time }) => ({
      subject: `${product}: puede entrar con ${values.provider}`,
      lines: [
        `El usuario ${userName} se vinculó con ${values.provider} el ${time(values.at!)} y puede entrar así desde ahora.`,
      ],
      button: { label: 'Ver los ajustes de seguridad', url: values.url! },
      after: ['Si no fue usted, avise a un administrador de su cuenta.'],
    }),
    pt: ({ product, userName, values, time }) => ({
      subject: `${product}: você pode entrar com ${values.provider}`,
      lines: [
        `O usuário ${userName} foi vinculado a ${values.provider} em ${time(values.at!)} e pode entrar assim a partir de agora.`,
      ],
      button: { label: 'Ver as configurações de segurança', url: values.url! },
      after: ['Se não foi você, avise um administrador da sua conta.'],
    }),
  },
}
