import type { MailKind } from './mail.types.ts'

/** `user` changed it; `mode` is what applies now: off, allowed or required; `at` an instant; `url` opens the settings. */
export const ssoChanged: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, values, time }) => ({
      subject: `${product}: single sign-on changed`,
      lines: [
        `${values.user} changed the single sign-on of the account on ${time(values.at!)}.`,
        values.mode === 'required'
          ? 'Users of your domains now sign in with the provider only.'
          : values.mode === 'allowed'
            ? 'Users may sign in with the provider.'
            : 'Nobody signs in with the provider.',
      ],
      button: { label: 'Show the settings', url: values.url! },
      after: ['If you did not expect this, check the settings and the audit log at once.'],
    }),
    es: ({ product, values, time }) => ({
      subject: `${product}: inicio de sesión único cambiado`,
      lines: [
        `${values.user} cambió el inicio de sesión único de la cuenta el ${time(values.at!)}.`,
        values.mode === 'required'
          ? 'Los usuarios de sus dominios entran ahora solo con el proveedor.'
          : values.mode === 'allowed'
            ? 'Los usuarios pueden entrar con el proveedor.'
            : 'Nadie entra con el proveedor.',
      ],
      button: { label: 'Ver los ajustes', url: values.url! },
      after: ['Si no lo esperaba, revise enseguida los ajustes y el registro de cambios.'],
    }),
    pt: ({ product, values, time }) => ({
      subject: `${product}: login único alterado`,
      lines: [
        `${values.user} alterou o login único da conta em ${time(values.at!)}.`,
        values.mode === 'required'
          ? 'Os usuários dos seus domínios agora entram somente com o provedor.'
          : values.mode === 'allowed'
            ? 'Os usuários podem entrar com o provedor.'
            : 'Ninguém entra com o provedor.',
      ],
      button: { label: 'Ver as configurações', url: values.url! },
      after: ['Se não esperava isso, verifique logo as configurações e o registro de alterações.'],
    }),
  },
}
