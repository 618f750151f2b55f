import type { MailKind } from './mail.types.ts'

/** `user` is the owner; `method` is password or passkey; `at` an instant; `url` opens the settings. */
export const ssoBypassed: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, values, time }) => ({
      subject: `${product}: sign-in without single sign-on`,
      lines: [
        `The account holder ${values.user} signed in with a ${values.method === 'passkey' ? 'passkey' : 'password'} on ${time(values.at!)}, although the account requires single sign-on.`,
        'This is how the account is reached when the provider is unavailable.',
      ],
      button: { label: 'Show the settings', url: values.url! },
      after: ['If nobody in your company knows about it, change the password and end the session.'],
    }),
    es: ({ product, values, time }) => ({
      subject: `${product}: entrada sin inicio de sesión único`,
      lines: [
        `El titular ${values.user} entró con ${values.method === 'passkey' ? 'una llave de acceso' : 'una contraseña'} el ${time(values.at!)}, aunque la cuenta exige el inicio de sesión único.`,
        'Así se entra en la cuenta cuando el proveedor no está disponible.',
      ],
      button: { label: 'Ver los ajustes', url: values.url! },
      after: ['Si nadie en su empresa lo sabe, cambie la contraseña y termine la sesión.'],
    }),
    pt: ({ product, values, time }) => ({
      subject: `${product}: entrada sem login único`,
      lines: [
        `O titular ${values.user} entrou com ${values.method === 'passkey' ? 'uma chave de acesso' : 'uma senha'} em ${time(values.at!)}, embora a conta exija o login único.`,
        'Assim se entra na conta quando o provedor está indisponível.',
      ],
      button: { label: 'Ver as configurações', url: values.url! },
      after: ['Se ninguém na sua empresa sabe disso, altere a senha e encerre a sessão.'],
    }),
  },
}
