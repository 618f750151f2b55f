import { Type } from 'typebox'
import { answer, failures } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { getEscalation } from './status.api.ts'

const dateTime = (description?: string) =>
  Type.String({ format: 'date-time', ...(description && { description }) })
const orNull = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()])
const position = {
  step: Type.Integer({ description: 'Counts from 0.' }),
  round: Type.Integer({ description: '0, or the number of the repetition.' }),
}

export const EscalationView = Type.Object(
  {
    policyId: Type.String(),
    policyName: Type.String(),
    startedAt: dateTime(),
    endedAt: orNull(dateTime('Null while it runs.')),
    outcome: Type.Union([Type.Enum(['acknowledged', 'resolved', 'withdrawn', 'finished']), Type.Null()], {
      description: 'Why it ended. `finished`: all steps were done.',
    }),
    rounds: Type.Array(
      Type.Object({
        ...position,
        dueAt: dateTime(),
        doneAt: dateTime(),
        notices: Type.Array(
          Type.Object({
            contactId: Type.String(),
            name: Type.String(),
            channel: Type.String(),
            to: Type.String({ description: 'Masked, unless you manage all contacts.' }),
            state: orNull(Type.String({ description: 'Null until it is known.' })),
            reason: orNull(Type.String()),
            settledAt: orNull(dateTime()),
          }),
          { description: 'Empty if nobody was on call.' },
        ),
      }),
    ),
    next: Type.Union(
      [
        Type.Object({
          ...position,
          dueAt: dateTime(),
          names: Type.Array(Type.String(), { description: 'Contacts, and who is on call then.' }),
        }),
        Type.Null(),
      ],
      { description: 'The next round, as it is planned. Null if there is none.' },
    ),
  },
  { $id: 'Escalation', title: 'Escalation' },
)

export const escalationStatusRoutes: Routes = (app, ctx) => {
  app.addSchema(EscalationView)
  app.get(
    '/api/alerts/:alertId/escalation',
    {
      schema: {
        operationId: 'getAlertEscalation',
        summary: 'Get the escalation of an alert',
        description: 'Who was notified when, with which outcome, and who is next. Null if it has none.',
        tags: ['Escalation'],
        params: Type.Object({ alertId: Type.String({ maxLength: 64 }) }),
        response: {
          200: answer({ escalation: Type.Union([Type.Ref('Escalation'), Type.Null()]) }),
          ...failures,
        },
      },
    },
    async ({ caller, params }) => ({ escalation: await getEscalation(ctx, caller, params.alertId) }),
  )
}
