import { Type } from 'typebox'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import type { LastIdentityMail } from '../auth/identity-mail.types.ts'
import { getInstallationHealth, requireOperator } from './installation.api.ts'
import { findTestEmail, sendTestEmail } from './test-email.ts'

const time = () => Type.String({ format: 'date-time' })
const amount = (description: string) => Type.Optional(Type.Number({ minimum: 0, description }))

const Process = Type.Object({
  id: Type.String(),
  cell: Type.Integer({ description: '0 in an installation without cells.' }),
  role: Type.String(),
  version: Type.String(),
  host: Type.String(),
  state: Type.Enum(['ready', 'notReady', 'missing'], {
    type: 'string',
    description: 'Missing: it reported within the last hour, and not within the last 45 seconds.',
  }),
  startedAt: time(),
  reportedAt: time(),
  unavailable: Type.Array(Type.String(), { description: 'Dependencies that do not respond.' }),
  eventLoopMs: Type.Number({ description: 'The delay of the event loop at p99.' }),
  memoryBytes: Type.Integer(),
  measures: Type.Object({
    logWaiting: amount('Locations in the log that are not stored yet.'),
    logOldestSeconds: amount('The age of the oldest of them.'),
    messagesDue: amount('Messages that should have left already.'),
    messagesOldestSeconds: amount('The age of the oldest of them.'),
  }),
})

const Finding = Type.Object({
  id: Type.String(),
  severity: Type.Enum(['warning', 'fault'], { type: 'string' }),
  message: Type.String(),
  impact: Type.String(),
  advice: Type.Array(Type.Object({ where: Type.String(), lines: Type.Array(Type.String()) })),
})

const HealthView = Type.Object(
  {
    processes: Type.Array(Process),
    doctor: Type.Array(Type.Object({ cell: Type.Integer(), runAt: time(), findings: Type.Array(Finding) })),
    backups: Type.Array(
      Type.Object({
        cell: Type.Integer(),
        takenAt: Type.String({ format: 'date-time', description: 'Of the newest verified backup.' }),
      }),
    ),
  },
  { $id: 'InstallationHealth', title: 'Health of the installation' },
)

const TestEmailView = Type.Object(
  {
    address: Type.String(),
    requestedAt: time(),
    state: Type.Enum(['waiting', 'sent', 'failed'], {
      type: 'string',
      description:
        'Sent: the mail server accepted it. Whether it was delivered, only its recipient can tell.',
    }),
    attempts: Type.Integer({ description: 'Failed ones are repeated for a day.' }),
    reason: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
  },
  { $id: 'TestEmail', title: 'Test e-mail' },
)

const toTestEmail = ({ address, createdAt, state, attempts, reason }: LastIdentityMail) => ({
  address,
  requestedAt: createdAt.toISOString(),
  state,
  attempts,
  ...(reason !== null && state !== 'sent' && { reason }),
})

export const installationRoutes: Routes = (app, ctx) => {
  app.addSchema(HealthView)
  app.addSchema(TestEmailView)

  app.get(
    '/api/platform/health',
    {
      schema: {
        operationId: 'getInstallationHealth',
        summary: 'Get the health of the installation',
        description:
          'For operators who signed in. Processes report every 10 seconds. The doctor runs every night, and its findings are kept until the next run.',
        tags: ['Platform'],
        response: {
          200: answer({ health: ref(HealthView) }),
          ...failures,
        },
      },
    },
    async ({ caller }) => {
      const { processes, doctor, backups } = await getInstallationHealth(ctx, caller)
      const health = {
        processes: processes.map((one) => ({
          ...one,
          startedAt: one.startedAt.toISOString(),
          reportedAt: one.reportedAt.toISOString(),
        })),
        doctor: doctor.map((one) => ({ ...one, runAt: one.runAt.toISOString() })),
        backups: backups.map((one) => ({ ...one, takenAt: one.takenAt.toISOString() })),
      }
      return { health }
    },
  )

  app.post(
    '/api/platform/testEmail',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'sendTestEmail',
        summary: 'Send a test e-mail',
        description: 'For operators who signed in. It goes to your own address. At most 10 an hour.',
        tags: ['Platform'],
        response: { 200: answer({ testEmail: ref(TestEmailView) }), ...failures },
      },
    },
    async (request, reply) => {
      await requireOperator(ctx, request.caller)
      return write(ctx, request, reply, async (tx) => ({
        payload: { testEmail: toTestEmail(await sendTestEmail(tx, request.caller.userId)) },
      }))
    },
  )

  app.get(
    '/api/platform/testEmail',
    {
      schema: {
        operationId: 'getTestEmail',
        summary: 'Get the last test e-mail',
        description: 'What became of the last one that you requested, for three days.',
        tags: ['Platform'],
        response: {
          200: answer({ testEmail: Type.Union([ref(TestEmailView), Type.Null()]) }),
          ...failures,
        },
      },
    },
    async ({ caller }) => {
      const found = await findTestEmail(ctx, caller)
      return { testEmail: found ? toTestEmail(found) : null }
    },
  )
}
