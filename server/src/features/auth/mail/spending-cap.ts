import { capName, capSubject, pick } from './cap-names.ts'
import type { MailKind } from './mail.types.ts'

/** `kind` and `period` name the cap, `percent` is 80, 90 or 100; `used` and `cap` with the currency; `url` opens the caps. */
export const spendingCap: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, account, values }) => {
      const name = capName('en', values)
      return {
        subject: capSubject('en', product, values),
        lines: [
          `The account ${account} has used ${values.used} of ${values.cap} (${name}).`,
          pick(
            {
              80: 'A tenth of the cap is kept for critical alerts. When the rest is used, other alerts are no longer sent.',
              90: 'Alerts that are not critical are no longer sent until the cap resets or is raised. A tenth of the cap is kept for critical alerts. All alerts stay in the inbox.',
              100: 'No alerts are sent, not even critical ones such as SOS, until the cap resets or is raised. All alerts stay in the inbox.',
            },
            values.percent,
          ),
        ],
        button: { label: 'Spending caps', url: values.url! },
        after: [],
      }
    },
    es: ({ product, account, values }) => {
      const name = capName('es', values)
      return {
        subject: capSubject('es', product, values),
        lines: [
          `La cuenta ${account} ha usado ${values.used} de ${values.cap} (${name}).`,
          pick(
            {
              80: 'Una décima parte del tope queda reservada para alertas críticas. Cuando se use el resto, las demás alertas ya no se enviarán.',
              90: 'Las alertas que no son críticas ya no se envían hasta que el tope se renueve o se suba. Una décima parte del tope queda reservada para alertas críticas. Todas las alertas siguen en la bandeja.',
              100: 'No se envía ninguna alerta, tampoco las críticas como SOS, hasta que el tope se renueve o se suba. Todas las alertas siguen en la bandeja.',
            },
            values.percent,
          ),
        ],
        button: { label: 'Topes de gasto', url: values.url! },
        after: [],
      }
    },
    pt: ({ product, account, values }) => {
      const name = capName('pt', values)
      return {
        subject: capSubject('pt', product, values),
        lines: [
          `A conta ${account} usou ${values.used} de ${values.cap} (${name}).`,
          pick(
            {
              80: 'Um décimo do limite fica reservado para alertas críticos. Quando o resto for usado, os outros alertas não serão mais enviados.',
              90: 'Os alertas que não são críticos não são mais enviados até o limite ser renovado ou aumentado. Um décimo do limite fica reservado para alertas críticos. Todos os alertas continuam na caixa de entrada.',
              100: 'Nenhum alerta é enviado, nem os críticos como SOS, até o limite ser renovado ou aumentado. Todos os alertas continuam na caixa de entrada.',
            },
            values.percent,
          ),
        ],
        button: { label: 'Limites de gastos', url: values.url! },
        after: [],
      }
    },
  },
}
