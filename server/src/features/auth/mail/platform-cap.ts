import { capName, pick } from './cap-names.ts'
import type { MailKind } from './mail.types.ts'

/** To operators. `kind` and `period` name the cap of the platform, `percent` is 80, 90 or 100; `cap` with the currency. */
export const platformCap: MailKind = {
  isNotice: true,
  texts: {
    en: ({ product, values }) => {
      const name = capName('en', values)
      const cap = `the platform cap for ${name}`
      return {
        subject: pick(
          {
            80: `${product}: 80% of ${cap} is used`,
            90: `${product}: ${cap} is reached`,
            100: `${product}: ${cap} is used up`,
          },
          values.percent,
        ),
        lines: [
          pick(
            {
              80: 'When nine tenths are used, only critical alerts are sent.',
              90: 'Alerts of all accounts that are not critical are suppressed. A tenth of the cap is kept for critical alerts.',
              100: 'Alerts of all accounts are suppressed, also critical ones such as SOS.',
            },
            values.percent,
          ),
          `The cap is ${values.cap}. Show and change the caps with: rastro caps platform`,
        ],
        after: [],
      }
    },
    es: ({ product, values }) => {
      const name = capName('es', values)
      const cap = `tope de la plataforma de ${name}`
      return {
        subject: pick(
          {
            80: `${product}: se usó el 80 % del ${cap}`,
            90: `${product}: se alcanzó el ${cap}`,
            100: `${product}: se agotó el ${cap}`,
          },
          values.percent,
        ),
        lines: [
          pick(
            {
              80: 'Cuando se usen nueve décimas partes, solo se enviarán las alertas críticas.',
              90: 'Las alertas de todas las cuentas que no son críticas ya no se envían. Una décima parte del tope queda reservada para alertas críticas.',
              100: 'No se envía ninguna alerta de ninguna cuenta, tampoco las críticas como SOS.',
            },
            values.percent,
          ),
          `El tope es ${values.cap}. Vea y cambie los topes con: rastro caps platform`,
        ],
        after: [],
      }
    },
    pt: ({ product, values }) => {
      const name = capName('pt', values)
      const cap = `limite da plataforma de ${name}`
      return {
        subject: pick(
          {
            80: `${product}: 80% do ${cap} foi usado`,
            90: `${product}: o ${cap} foi atingido`,
            100: `${product}: o ${cap} se esgotou`,
          },
          values.percent,
        ),
        lines: [
          pick(
            {
              80: 'Quando nove décimos forem usados, só os alertas críticos serão enviados.',
              90: 'Os alertas de todas as contas que não são críticos não são mais enviados. Um décimo do limite fica reservado para alertas críticos.',
              100: 'Nenhum alerta de nenhuma conta é enviado, nem os críticos como SOS.',
            },
            values.percent,
          ),
          `O limite é ${values.cap}. Veja e altere os limites com: rastro caps platform`,
        ],
        after: [],
      }
    },
  },
}
