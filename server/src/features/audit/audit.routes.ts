import { Type } from 'typebox'
import { openNumber, sealCursor } from '../../platform/http/cursors.ts'
import { Cursor, Limit } from '../../platform/http/paging.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { listChanges } from './audit.api.ts'

const text = Type.Union([Type.String(), Type.Null()])
const ChangeView = Type.Object(
  {
    number: Type.Integer(),
    dateTime: Type.String({ format: 'date-time' }),
    userName: Type.Union([Type.String(), Type.Null()], {
      description: 'null for the operator of the platform.',
    }),
    userId: text,
    requestId: text,
    action: Type.String({ examples: ['devices.created'] }),
    targetId: Type.String({ description: 'Id of the changed resource.' }),
    before: Type.Unknown(),
    after: Type.Unknown(),
    hash: Type.String({ description: 'Hash that chains this row to the previous one.' }),
  },
  { $id: 'Change', title: 'Change' },
)
const AuditQuery = Type.Object(
  {
    targetId: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only changes of the resource with this id.' }),
    ),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
const defaultLimit = 100

export const auditRoutes: Routes = (app, ctx) => {
  app.addSchema(ChangeView)

  app.get(
    '/api/audit',
    {
      config: { access: 'audit.read' },
      schema: {
        operationId: 'listChanges',
        summary: 'List changes',
        description: 'The audit log, newest first. A page with large changes has fewer of them than `limit`.',
        tags: ['Audit'],
        querystring: AuditQuery,
        response: {
          200: answer({ changes: Type.Array(ref(ChangeView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    async ({ caller, query }) => {
      const { targetId, limit = defaultLimit, cursor } = query
      const { access } = ctx.config
      const before = cursor === undefined ? undefined : openNumber(access, caller.accountId, cursor)
      const { changes, hasMore } = await listChanges(ctx, caller, {
        limit,
        ...(before !== undefined && { before }),
        ...(targetId !== undefined && { target: targetId }),
      })
      const last = hasMore ? changes.at(-1) : undefined
      return {
        changes: changes.map((row) => ({
          number: row.number,
          dateTime: row.at.toISOString(),
          userName: row.userName,
          userId: row.userId,
          requestId: row.requestId,
          action: row.action,
          targetId: row.target,
          before: row.before,
          after: row.after,
          hash: row.hash.toString('hex'),
        })),
        ...(last && { nextCursor: sealCursor(access, caller.accountId, String(last.number)) }),
      }
    },
  )
}
