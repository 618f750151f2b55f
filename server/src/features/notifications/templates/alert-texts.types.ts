import type { Language } from '../notification.types.ts'

/** The texts of our messages in each language. Values are inserted escaped. */
export interface MessageTexts {
  severities: Record<'info' | 'warning' | 'critical', string>
  device: string
  when: string
  where: string
  why: string
  unknownPlace: string
  openMap: string
  acknowledge: string
  /** Before the link in an SMS. */
  acknowledgeShort: string
  picture: string
  more(count: number): string
  /** Why the reader receives this message. */
  footer(account: string): string
  codeSubject: string
  code(code: string, host: string): string
  /** Before the link. */
  codeLink: string
  /** The link itself, where it is a button. */
  confirm: string
  /** For an SMS: the link follows. */
  codeShort(code: string, host: string): string
  /** Answers in a chat. */
  linked: string
  linkTaken: string
  linkInvalid: string
  acknowledged(name: string): string
  alertOver: string
  /** For those who hide texts until they open the alert. */
  pushHiddenTitle: string
  pushHiddenBody: string
  pushTestTitle: string
  pushTestBody: string
}

export const texts: Record<Language, MessageTexts> = {
  en: {
    severities: { info: 'Information', warning: 'Warning', critical: 'Critical' },
    device: 'Device',
    when: 'When',
    where: 'Where',
    why: 'Why',
    unknownPlace: 'unknown',
    openMap: 'Open the map',
    acknowledge: 'I am on it',
    acknowledgeShort: 'I am on it:',
    picture: 'Where it happened',
    more: (count) =>
      count === 1
        ? 'This happened once more since the last message.'
        : `This happened ${count} more times since the last message.`,
    footer: (account) => `You receive this message because you are an alert contact of ${account}.`,
    codeSubject: 'Your verification code',
    code: (code, host) =>
      `${code} is your code to receive alerts from ${host}. It expires in 10 minutes. If you did not request it, ignore this message.`,
    codeLink: 'Or open this link and confirm; it is valid for 24 hours:',
    confirm: 'Confirm',
    codeShort: (code, host) => `${code} is your code to receive alerts from ${host}. Or confirm here:`,
    linked: 'This chat gets alerts from now on.',
    linkTaken: 'This chat gets the alerts of this account already.',
    linkInvalid: 'This link is not valid. It may have expired, or a newer one was made.',
    acknowledged: (name) => `Acknowledged by ${name}.`,
    alertOver: 'This alert is over.',
    pushHiddenTitle: 'New alert',
    pushHiddenBody: 'Open it to read what happened.',
    pushTestTitle: 'Notifications work',
    pushTestBody: 'Alerts that notify you appear like this on this device.',
  },
  es: {
    severities: { info: 'Información', warning: 'Aviso', critical: 'Crítico' },
    device: 'Dispositivo',
    when: 'Cuándo',
    where: 'Dónde',
    why: 'Por qué',
    unknownPlace: 'desconocido',
    openMap: 'Abrir el mapa',
    acknowledge: 'Me ocupo yo',
    acknowledgeShort: 'Me ocupo:',
    picture: 'Dónde ocurrió',
    more: (count) =>
      count === 1
        ? 'Ocurrió una vez más desde el último mensaje.'
        : `Ocurrió ${count} veces más desde el último mensaje.`,
    footer: (account) => `Recibe este mensaje porque es un contacto de alertas de ${account}.`,
    codeSubject: 'Su código de verificación',
    code: (code, host) =>
      `${code} es su código para recibir alertas de ${host}. Caduca en 10 minutos. Si no lo solicitó, ignore este mensaje.`,
    codeLink: 'O abra este enlace y confirme; es válido durante 24 horas:',
    confirm: 'Confirmar',
    codeShort: (code, host) => `${code} es su código para recibir alertas de ${host}. O confirme aquí:`,
    linked: 'Este chat recibe alertas a partir de ahora.',
    linkTaken: 'Este chat ya recibe las alertas de esta cuenta.',
    linkInvalid: 'Este enlace no es válido. Puede haber caducado o haber sido sustituido por otro.',
    acknowledged: (name) => `Confirmada por ${name}.`,
    alertOver: 'Esta alerta ha terminado.',
    pushHiddenTitle: 'Nueva alerta',
    pushHiddenBody: 'Ábrala para leer qué ocurrió.',
    pushTestTitle: 'Las notificaciones funcionan',
    pushTestBody: 'Las alertas que le avisan aparecen así en este dispositivo.',
  },
  pt: {
    severities: { info: 'Informação', warning: 'Aviso', critical: 'Crítico' },
    device: 'Dispositivo',
    when: 'Quando',
    where: 'Onde',
    why: 'Porquê',
    unknownPlace: 'desconhecido',
    openMap: 'Abrir o mapa',
    acknowledge: 'Eu trato disto',
    acknowledgeShort: 'Eu trato:',
    picture: 'Onde aconteceu',
    more: (count) =>
      count === 1
        ? 'Aconteceu mais uma vez desde a última mensagem.'
        : `Aconteceu mais ${count} vezes desde a última mensagem.`,
    footer: (account) => `Recebe esta mensagem porque é um contacto de alertas de ${account}.`,
    codeSubject: 'O seu código de verificação',
    code: (code, host) =>
      `${code} é o seu código para receber alertas de ${host}. Expira em 10 minutos. Se não o pediu, ignore esta mensagem.`,
    codeLink: 'Ou abra este link e confirme; é válido por 24 horas:',
    confirm: 'Confirmar',
    codeShort: (code, host) => `${code} é o seu código para receber alertas de ${host}. Ou confirme aqui:`,
    linked: 'Este chat recebe alertas a partir de agora.',
    linkTaken: 'Este chat já recebe os alertas desta conta.',
    linkInvalid: 'Esta ligação não é válida. Pode ter expirado ou sido substituída por outra.',
    acknowledged: (name) => `Confirmado por ${name}.`,
    alertOver: 'Este alerta terminou.',
    pushHiddenTitle: 'Novo alerta',
    pushHiddenBody: 'Abra-o para ler o que aconteceu.',
    pushTestTitle: 'As notificações funcionam',
    pushTestBody: 'Os alertas que o avisam aparecem assim neste dispositivo.',
  },
}
