import { capName, capSubject, pick } from './cap-names.ts'
import type { MailKind } from './mail.types.ts'

/** To those who manage a reseller. As for an account, with `reseller`, its name. */
export const resellerCap: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, values }) => {
      const name = capName('en', values)
      const cap = `the cap of ${values.reseller} for ${name}`
      return {
        subject: capSubject('en', product, values),
        lines: [
          `All customers together have used ${values.used} of ${values.cap}: ${cap}.`,
          pick(
            {
              80: 'A tenth of the cap is kept for critical alerts. When the rest is used, other alerts of your customers are no longer sent.',
              90: 'Alerts of your customers that are not critical are no longer sent until the cap resets or is raised. A tenth of the cap is kept for critical alerts.',
              100: 'No alerts of your customers are sent, not even critical ones such as SOS, until the cap resets or is raised.',
            },
            values.percent,
          ),
          'Your provider sets the cap.',
        ],
        after: [],
      }
    },
    es: ({ product, values }) => {
      const name = capName('es', values)
      const cap = `el tope de ${name} de ${values.reseller}`
      return {
        subject: capSubject('es', product, values),
        lines: [
          `Entre todos los clientes se han usado ${values.used} de ${values.cap}: ${cap}.`,
          pick(
            {
              80: 'Una décima parte del tope queda reservada para alertas críticas. Cuando se use el resto, las demás alertas de sus clientes ya no se enviarán.',
              90: 'Las alertas de sus clientes que no son críticas ya no se envían hasta que el tope se renueve o se suba. Una décima parte del tope queda reservada para alertas críticas.',
              100: 'No se envía ninguna alerta de sus clientes, tampoco las críticas como SOS, hasta que el tope se renueve o se suba.',
            },
            values.percent,
          ),
          'El tope lo fija su proveedor.',
        ],
        after: [],
      }
    },
    pt: ({ product, values }) => {
      const name = capName('pt', values)
      const cap = `o limite de ${name} de ${values.reseller}`
      return {
        subject: capSubject('pt', product, values),
        lines: [
          `Todos os clientes juntos usaram ${values.used} de ${values.cap}: ${cap}.`,
          pick(
            {
              80: 'Um décimo do limite fica reservado para alertas críticos. Quando o restante for usado, os outros alertas dos seus clientes não serão mais enviados.',
              90: 'Os alertas dos seus clientes que não são críticos não são mais enviados até que o limite se renove ou aumente. Um décimo do limite fica reservado para alertas críticos.',
              100: 'Nenhum alerta dos seus clientes é enviado, nem os críticos como SOS, até que o limite se renove ou aumente.',
            },
            values.percent,
          ),
          'O limite é definido pelo seu provedor.',
        ],
        after: [],
      }
    },
  },
}
