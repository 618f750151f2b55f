import type { Language, MailFacts, MailKind, MailText } from './mail.types.ts'

/**
 * `state` is `requested` or `active`, `visitor` and `organization` who it is, `access` what for, `expiresAt` the end of
 * the session or of the request, `url` opens the list of support sessions.
 */
export const supportSession: MailKind = {
  isNotice: true,
  texts: {
    en: (facts) => textOf('en', facts),
    es: (facts) => textOf('es', facts),
    pt: (facts) => textOf('pt', facts),
  },
}

/** To the e-mail address of one administrator: `url` opens a page that approves or refuses. */
export const supportRequest: MailKind = { ...supportSession, isNotice: false }

function textOf(language: Language, { product, account, time, values }: MailFacts): MailText {
  const words = texts[language]
  const isRequest = values.state === 'requested'
  const who = `${values.visitor} (${values.organization})`
  const until = time(values.expiresAt!)
  return {
    subject: `${product}: ${isRequest ? words.asks : words.started}`,
    lines: [
      isRequest ? words.request(who, account) : words.session(who, account),
      `${words.reason}: ${values.reason}`,
      values.access === 'write' ? words.write : words.read,
      isRequest ? words.answerUntil(until) : words.endsAt(until),
    ],
    button: { label: isRequest ? words.answer : words.show, url: values.url! },
    after: [words.after],
  }
}

const texts = {
  en: {
    asks: 'support asks for access',
    started: 'a support session has started',
    request: (who: string, account: string) => `${who} asks for access to the account ${account}.`,
    session: (who: string, account: string) => `${who} has access to the account ${account}.`,
    reason: 'Reason',
    read: 'For reading only.',
    write: 'For reading, and for changing settings.',
    answerUntil: (time: string) => `You can answer until ${time}. Without your approval nothing is visible.`,
    endsAt: (time: string) => `The session ends at ${time}. You can end it at any time.`,
    answer: 'Answer the request',
    show: 'Show the support session',
    after: 'What is read and changed is recorded in your account.',
  },
  es: {
    asks: 'el soporte solicita acceso',
    started: 'ha comenzado una sesión de soporte',
    request: (who: string, account: string) => `${who} solicita acceso a la cuenta ${account}.`,
    session: (who: string, account: string) => `${who} tiene acceso a la cuenta ${account}.`,
    reason: 'Motivo',
    read: 'Solo para leer.',
    write: 'Para leer y para cambiar ajustes.',
    answerUntil: (time: string) => `Puede responder hasta el ${time}. Sin su aprobación no se ve nada.`,
    endsAt: (time: string) => `La sesión termina el ${time}. Puede finalizarla en cualquier momento.`,
    answer: 'Responder a la solicitud',
    show: 'Ver la sesión de soporte',
    after: 'Lo que se lee y se cambia queda registrado en su cuenta.',
  },
  pt: {
    asks: 'o suporte pede acesso',
    started: 'uma sessão de suporte começou',
    request: (who: string, account: string) => `${who} pede acesso à conta ${account}.`,
    session: (who: string, account: string) => `${who} tem acesso à conta ${account}.`,
    reason: 'Motivo',
    read: 'Somente para leitura.',
    write: 'Para leitura e para alterar configurações.',
    answerUntil: (time: string) => `Você pode responder até ${time}. Sem a sua aprovação nada fica visível.`,
    endsAt: (time: string) => `A sessão termina em ${time}. Você pode encerrá-la a qualquer momento.`,
    answer: 'Responder ao pedido',
    show: 'Ver a sessão de suporte',
    after: 'O que é lido e alterado fica registrado na sua conta.',
  },
}
