import type { Language } from '../notification.types.ts'

/** What our letters say, in each language. Values are put in by the letter, escaped. */
export interface LetterTexts {
  severities: Record<'info' | 'warning' | 'critical', string>
  device: string
  when: string
  where: string
  why: string
  unknownPlace: string
  openMap: string
  picture: string
  more(count: number): string
  /** Why this letter came at all. */
  footer(account: string): string
  codeSubject: string
  code(code: string, account: string): string
}

export const texts: Record<Language, LetterTexts> = {
  en: {
    severities: { info: 'Information', warning: 'Warning', critical: 'Critical' },
    device: 'Device',
    when: 'When',
    where: 'Where',
    why: 'Why',
    unknownPlace: 'unknown',
    openMap: 'Open the map',
    picture: 'Where it happened',
    more: (count) =>
      count === 1 ? 'It came once more meanwhile.' : `It came ${count} more times meanwhile.`,
    footer: (account) => `You get this because somebody of the account ${account} named you as a contact.`,
    codeSubject: 'Your code',
    code: (code, account) =>
      `${code} is your code to receive alerts of ${account}. It is good for 10 minutes. If you did not expect it, do nothing.`,
  },
  es: {
    severities: { info: 'Información', warning: 'Aviso', critical: 'Crítico' },
    device: 'Dispositivo',
    when: 'Cuándo',
    where: 'Dónde',
    why: 'Por qué',
    unknownPlace: 'desconocido',
    openMap: 'Abrir el mapa',
    picture: 'Dónde ocurrió',
    more: (count) =>
      count === 1 ? 'Se repitió una vez más entretanto.' : `Se repitió ${count} veces más entretanto.`,
    footer: (account) => `Recibe esto porque alguien de la cuenta ${account} le indicó como contacto.`,
    codeSubject: 'Su código',
    code: (code, account) =>
      `${code} es su código para recibir alertas de ${account}. Vale 10 minutos. Si no lo esperaba, no haga nada.`,
  },
  pt: {
    severities: { info: 'Informação', warning: 'Aviso', critical: 'Crítico' },
    device: 'Dispositivo',
    when: 'Quando',
    where: 'Onde',
    why: 'Porquê',
    unknownPlace: 'desconhecido',
    openMap: 'Abrir o mapa',
    picture: 'Onde aconteceu',
    more: (count) =>
      count === 1 ? 'Repetiu-se mais uma vez entretanto.' : `Repetiu-se mais ${count} vezes entretanto.`,
    footer: (account) => `Recebe isto porque alguém da conta ${account} o indicou como contacto.`,
    codeSubject: 'O seu código',
    code: (code, account) =>
      `${code} é o seu código para receber alertas de ${account}. Vale 10 minutos. Se não o esperava, não faça nada.`,
  },
}
