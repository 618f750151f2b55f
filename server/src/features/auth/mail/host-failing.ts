import type { MailKind } from './mail.types.ts'

/** `host` is the name; `state` is failing or lapsed; `lapsesAt` the instant from which it is not served; `url` opens the interface. */
export const hostFailing: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, values, time }) => ({
      subject: `${product}: ${values.host} ${values.state === 'lapsed' ? 'is not served any more' : 'has no proof in DNS'}`,
      lines: [
        values.state === 'lapsed'
          ? `The TXT record of ${values.host} was missing for 7 days. Your customers cannot open the interface under this name any more.`
          : `The TXT record of ${values.host} is missing. Without it your customers cannot open the interface under this name from ${time(values.lapsesAt!)} on.`,
      ],
      button: { label: 'Show hosts', url: `${values.url}/console/hosts` },
      after: ['Add the record that the console shows, and press "Check now".'],
    }),
    es: ({ product, values, time }) => ({
      subject: `${product}: ${values.host} ${values.state === 'lapsed' ? 'ya no se sirve' : 'no tiene prueba en DNS'}`,
      lines: [
        values.state === 'lapsed'
          ? `El registro TXT de ${values.host} faltó durante 7 días. Sus clientes ya no pueden abrir la interfaz con este nombre.`
          : `Falta el registro TXT de ${values.host}. Sin él sus clientes no podrán abrir la interfaz con este nombre a partir del ${time(values.lapsesAt!)}.`,
      ],
      button: { label: 'Ver los dominios', url: `${values.url}/console/hosts` },
      after: ['Añada el registro que muestra la consola y pulse «Comprobar ahora».'],
    }),
    pt: ({ product, values, time }) => ({
      subject: `${product}: ${values.host} ${values.state === 'lapsed' ? 'não é mais servido' : 'não tem prova no DNS'}`,
      lines: [
        values.state === 'lapsed'
          ? `O registro TXT de ${values.host} faltou por 7 dias. Seus clientes não podem mais abrir a interface com este nome.`
          : `Falta o registro TXT de ${values.host}. Sem ele seus clientes não poderão abrir a interface com este nome a partir de ${time(values.lapsesAt!)}.`,
      ],
      button: { label: 'Ver os domínios', url: `${values.url}/console/hosts` },
      after: ['Adicione o registro que o console mostra e pressione "Verificar agora".'],
    }),
  },
}
