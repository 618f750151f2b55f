import type { MailKind } from './mail.types.ts'

/** `endsAt` is the end of the trial, `contact` whom to ask or empty. */
export const trialEnding: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, account, time, values }) => ({
      subject: `${product}: your trial ends soon`,
      lines: [
        `The trial of the account ${account} ends on ${time(values.endsAt!)}.`,
        'After that the account is suspended: locations stay stored, but nothing can be changed and no messages are sent, except SOS for 14 days.',
        ...(values.contact ? [`To continue, contact: ${values.contact}`] : []),
      ],
      after: [],
    }),
    es: ({ product, account, time, values }) => ({
      subject: `${product}: su prueba termina pronto`,
      lines: [
        `La prueba de la cuenta ${account} termina el ${time(values.endsAt!)}.`,
        'Después, la cuenta se suspende: las ubicaciones se guardan, pero no se puede cambiar nada y no se envían mensajes, salvo SOS durante 14 días.',
        ...(values.contact ? [`Para continuar, contacte con: ${values.contact}`] : []),
      ],
      after: [],
    }),
    pt: ({ product, account, time, values }) => ({
      subject: `${product}: seu teste termina em breve`,
      lines: [
        `O teste da conta ${account} termina em ${time(values.endsAt!)}.`,
        'Depois disso, a conta é suspensa: as localizações são guardadas, mas nada pode ser alterado e não são enviadas mensagens, exceto SOS durante 14 dias.',
        ...(values.contact ? [`Para continuar, entre em contato: ${values.contact}`] : []),
      ],
      after: [],
    }),
  },
}
