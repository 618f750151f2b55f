// The texts of e-mails with reports. Values are inserted escaped.

import type { Language } from '../../../platform/http/accept-language.ts'

export interface EmailTexts {
  report: string
  period: string
  account: string
  rows: string
  attached: string
  /** Of files that are too large for an e-mail. */
  tooLarge: string
  test: string
  footer(account: string, user: string, name: string): string
  /** If the user was deleted. */
  footerWithoutUser(account: string, name: string): string
}

export const emailTexts: Record<Language, EmailTexts> = {
  en: {
    report: 'Report',
    period: 'Period',
    account: 'Account',
    rows: 'Rows',
    attached: 'Attached',
    tooLarge: 'Too large for an e-mail. Open it after signing in:',
    test: 'This is a test. Only you receive it.',
    footer: (account, user, name) =>
      `You receive this e-mail because ${user} of ${account} set up “${name}” and chose you as a recipient. Contact them to receive it no longer.`,
    footerWithoutUser: (account, name) =>
      `You receive this e-mail because “${name}” was set up in ${account} with you as a recipient. Contact an administrator of the account to receive it no longer.`,
  },
  es: {
    report: 'Informe',
    period: 'Periodo',
    account: 'Cuenta',
    rows: 'Filas',
    attached: 'Adjunto',
    tooLarge: 'Demasiado grande para un correo. Ábralo tras iniciar sesión:',
    test: 'Esto es una prueba. Solo usted la recibe.',
    footer: (account, user, name) =>
      `Recibe este correo porque ${user} de ${account} configuró «${name}» y le eligió como destinatario. Contacte con esa persona para dejar de recibirlo.`,
    footerWithoutUser: (account, name) =>
      `Recibe este correo porque «${name}» se configuró en ${account} con usted como destinatario. Contacte con un administrador de la cuenta para dejar de recibirlo.`,
  },
  pt: {
    report: 'Relatório',
    period: 'Período',
    account: 'Conta',
    rows: 'Linhas',
    attached: 'Em anexo',
    tooLarge: 'Grande demais para um e-mail. Abra-o depois de entrar:',
    test: 'Isto é um teste. Somente você o recebe.',
    footer: (account, user, name) =>
      `Você recebe este e-mail porque ${user}, de ${account}, configurou “${name}” e escolheu você como destinatário. Fale com essa pessoa para não o receber mais.`,
    footerWithoutUser: (account, name) =>
      `Você recebe este e-mail porque “${name}” foi configurado em ${account} com você como destinatário. Fale com um administrador da conta para não o receber mais.`,
  },
}
