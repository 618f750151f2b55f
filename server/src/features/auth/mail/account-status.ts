import type { MailFacts, MailKind } from './mail.types.ts'

/** `status` is the new one, `reason` the operator's words, `contact` whom to ask or empty. */
export const accountStatus: MailKind = {
  isNotice: true,
  texts: {
    en: (facts) => ({
      subject: `${facts.product}: ${subjects.en[statusOf(facts)]}`,
      lines: [
        `Account: ${facts.account}`,
        effects.en[statusOf(facts)],
        `Reason: ${facts.values.reason}`,
        ...(facts.values.contact ? [`Contact: ${facts.values.contact}`] : []),
      ],
      after: [],
    }),
    es: (facts) => ({
      subject: `${facts.product}: ${subjects.es[statusOf(facts)]}`,
      lines: [
        `Cuenta: ${facts.account}`,
        effects.es[statusOf(facts)],
        `Motivo: ${facts.values.reason}`,
        ...(facts.values.contact ? [`Contacto: ${facts.values.contact}`] : []),
      ],
      after: [],
    }),
    pt: (facts) => ({
      subject: `${facts.product}: ${subjects.pt[statusOf(facts)]}`,
      lines: [
        `Conta: ${facts.account}`,
        effects.pt[statusOf(facts)],
        `Motivo: ${facts.values.reason}`,
        ...(facts.values.contact ? [`Contato: ${facts.values.contact}`] : []),
      ],
      after: [],
    }),
  },
}

type Status = keyof (typeof subjects)['en']

function statusOf({ values }: MailFacts): Status {
  return Object.hasOwn(subjects.en, values.status ?? '') ? (values.status as Status) : 'active'
}

const subjects = {
  en: {
    active: 'your account is open',
    suspended: 'your account is suspended',
    blocked: 'your account is blocked',
    closing: 'your account is being closed',
  },
  es: {
    active: 'su cuenta está abierta',
    suspended: 'su cuenta está suspendida',
    blocked: 'su cuenta está bloqueada',
    closing: 'su cuenta se está cerrando',
  },
  pt: {
    active: 'sua conta está aberta',
    suspended: 'sua conta está suspensa',
    blocked: 'sua conta está bloqueada',
    closing: 'sua conta está sendo encerrada',
  },
}

const effects = {
  en: {
    active: 'Everything works as before.',
    suspended:
      'Trackers keep reporting and locations stay stored. Administrators can sign in and read, but not change anything. Share links and webhooks pause, and no messages are sent, except SOS for 14 days.',
    blocked: 'Nobody can sign in. Trackers keep reporting, and no messages are sent.',
    closing:
      'Only you can sign in, to undo the closing or to export the data. No messages are sent, except SOS.',
  },
  es: {
    active: 'Todo funciona como antes.',
    suspended:
      'Los rastreadores siguen informando y las ubicaciones se guardan. Los administradores pueden entrar y consultar, pero no cambiar nada. Los enlaces compartidos y los webhooks quedan en pausa y no se envían mensajes, salvo SOS durante 14 días.',
    blocked: 'Nadie puede iniciar sesión. Los rastreadores siguen informando y no se envían mensajes.',
    closing:
      'Solo usted puede entrar, para anular el cierre o exportar los datos. No se envían mensajes, salvo SOS.',
  },
  pt: {
    active: 'Tudo funciona como antes.',
    suspended:
      'Os rastreadores continuam informando e as localizações são guardadas. Os administradores podem entrar e consultar, mas não alterar nada. Links compartilhados e webhooks ficam em pausa e não são enviadas mensagens, exceto SOS durante 14 dias.',
    blocked: 'Ninguém pode entrar. Os rastreadores continuam informando e não são enviadas mensagens.',
    closing:
      'Só você pode entrar, para desfazer o encerramento ou exportar os dados. Não são enviadas mensagens, exceto SOS.',
  },
}
