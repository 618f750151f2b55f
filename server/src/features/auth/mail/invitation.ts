import type { MailKind } from './mail.types.ts'

/** `url` opens the choice of a password. */
export const invitation: MailKind = {
  isNotice: false,
  texts: {
    en: ({ product, host, account, userName, values }) => ({
      subject: `${product}: you are invited`,
      lines: [
        `${account} invites you to ${product}, ${host}. Your user name is ${userName}.`,
        'Choose your password to sign in. The link is valid for 72 hours and works once.',
      ],
      button: { label: 'Choose a password', url: values.url! },
      after: ['If you do not know the sender, ignore this e-mail.'],
    }),
    es: ({ product, host, account, userName, values }) => ({
      subject: `${product}: invitación`,
      lines: [
        `${account} le invita a ${product}, ${host}. Su nombre de usuario es ${userName}.`,
        'Elija su contraseña para iniciar sesión. El enlace es válido durante 72 horas y funciona una sola vez.',
      ],
      button: { label: 'Elegir una contraseña', url: values.url! },
      after: ['Si no conoce al remitente, ignore este correo.'],
    }),
    pt: ({ product, host, account, userName, values }) => ({
      subject: `${product}: convite`,
      lines: [
        `${account} convida você para o ${product}, ${host}. Seu nome de usuário é ${userName}.`,
        'Escolha sua senha para entrar. O link é válido por 72 horas e funciona uma única vez.',
      ],
      button: { label: 'Escolher uma senha', url: values.url! },
      after: ['Se você não conhece o remetente, ignore este e-mail.'],
    }),
  },
}
