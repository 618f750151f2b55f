import type { Language, MailFacts, MailKind, MailText } from './mail.types.ts'

/**
 * `status` is the new one, `reason` a code or the operator's words, `contact` whom to ask or empty, `eraseAt` the end of
 * a closing account, `url` opens the interface.
 */
export const accountStatus: MailKind = {
  isNotice: true,
  texts: {
    en: (facts) => textOf('en', facts),
    es: (facts) => textOf('es', facts),
    pt: (facts) => textOf('pt', facts),
  },
}

function textOf(language: Language, facts: MailFacts): MailText {
  const { product, account, time, values } = facts
  const { account: label, reason, contact, erased, undo } = frames[language]
  const status = statusOf(facts)
  const isErased = status === 'closing' && values.eraseAt !== undefined
  return {
    subject: `${product}: ${subjects[language][status]}`,
    lines: [
      `${label}: ${account}`,
      effects[language][status],
      ...(isErased ? [erased(time(values.eraseAt!))] : []),
      `${reason}: ${reasons[language][values.reason ?? ''] ?? values.reason}`,
      ...(values.contact ? [`${contact}: ${values.contact}`] : []),
    ],
    ...(isErased && values.url && { button: { label: undo, url: values.url } }),
    after: [],
  }
}

const frames = {
  en: {
    account: 'Account',
    reason: 'Reason',
    contact: 'Contact',
    erased: (time: string) =>
      `On ${time} everything in it is deleted for good. Until then you can undo the closing.`,
    undo: 'Sign in to undo the closing',
  },
  es: {
    account: 'Cuenta',
    reason: 'Motivo',
    contact: 'Contacto',
    erased: (time: string) =>
      `El ${time} se elimina definitivamente todo su contenido. Hasta entonces puede anular el cierre.`,
    undo: 'Iniciar sesión para anular el cierre',
  },
  pt: {
    account: 'Conta',
    reason: 'Motivo',
    contact: 'Contato',
    erased: (time: string) =>
      `Em ${time} todo o seu conteúdo é excluído definitivamente. Até lá você pode desfazer o encerramento.`,
    undo: 'Entrar para desfazer o encerramento',
  },
}

/** What the program itself gives as the reason. */
const reasons: Record<Language, Record<string, string>> = {
  en: {
    closed_by_holder: 'The account holder closed the account.',
    closing_undone: 'The closing was undone.',
    provider_reopened: 'Your provider reopened the account.',
    provider_suspended: 'Your provider is suspended.',
    trial_ended: 'The trial has ended.',
  },
  es: {
    closed_by_holder: 'El titular cerró la cuenta.',
    closing_undone: 'Se anuló el cierre.',
    provider_reopened: 'Su proveedor reabrió la cuenta.',
    provider_suspended: 'Su proveedor está suspendido.',
    trial_ended: 'La prueba ha terminado.',
  },
  pt: {
    closed_by_holder: 'O titular encerrou a conta.',
    closing_undone: 'O encerramento foi desfeito.',
    provider_reopened: 'Seu provedor reabriu a conta.',
    provider_suspended: 'Seu provedor está suspenso.',
    trial_ended: 'O teste terminou.',
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
