import type { MailKind } from './mail.types.ts'

/** Requested by an operator, who wants to see it arrive. */
export const mailTest: MailKind = {
  isNotice: false,
  isCountedApart: true,
  texts: {
    en: ({ product, host, userName, values, time }) => ({
      subject: `${product}: test e-mail`,
      lines: [
        `E-mails from ${host} reach you. ${userName} requested this one on ${time(values.at!)}.`,
        'If it was in the spam folder, alerts will be too: check the DNS records SPF, DKIM and DMARC of the sender.',
      ],
      after: [],
    }),
    es: ({ product, host, userName, values, time }) => ({
      subject: `${product}: correo de prueba`,
      lines: [
        `Los correos de ${host} le llegan. ${userName} pidió este el ${time(values.at!)}.`,
        'Si estaba en la carpeta de spam, las alertas también lo estarán: revise los registros DNS SPF, DKIM y DMARC del remitente.',
      ],
      after: [],
    }),
    pt: ({ product, host, userName, values, time }) => ({
      subject: `${product}: e-mail de teste`,
      lines: [
        `Os e-mails de ${host} chegam até você. ${userName} pediu este em ${time(values.at!)}.`,
        'Se ele estava na pasta de spam, os alertas também estarão: verifique os registros DNS SPF, DKIM e DMARC do remetente.',
      ],
      after: [],
    }),
  },
}
