import { Type } from 'typebox'
import type { Tx } from '../../platform/context.ts'
import { PatchBody, patched } from '../../platform/http/patch.ts'
import { sendList } from '../../platform/http/raw-responses.ts'
import { ignoreReadOnly } from '../../platform/http/read-only.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { requireValid } from '../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../platform/http/versions.ts'
import { write } from '../../platform/http/write.ts'
import { DryRunAlert } from './alert.schema.ts'
import { dryRun } from './dry-run.ts'
import { changeRule, createRule, deleteRule, getRule, getRuleIn, listRules, toDocument } from './rule.api.ts'
import { DryRunBody, RuleBody, RulePath, RuleQuery, RuleView, ruleFields } from './rule.schema.ts'

const tags = ['Alert rules']
const access = 'alerts.manage'
const RuleAnswer = answer(ruleFields)

export const ruleRoutes: Routes = (app, ctx) => {
  app.addSchema(RuleView)

  app.get(
    '/api/alertRules',
    {
      schema: {
        operationId: 'listAlertRules',
        summary: 'List alert rules',
        description: 'The alert rules of the account, in the order of their creation.',
        tags,
        querystring: RuleQuery,
        response: {
          200: answer({ alertRules: Type.Array(ref(RuleView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    (request, reply) => sendList(request, reply, 'alertRules', listRules(ctx, request.caller, request.query)),
  )

  app.get(
    '/api/alertRules/:ruleId',
    {
      schema: {
        operationId: 'getAlertRule',
        summary: 'Get an alert rule',
        description: 'The rule with its settings and contacts.',
        tags,
        params: RulePath,
        response: { 200: RuleAnswer, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const { rule, version } = await getRule(ctx, caller, params.ruleId)
      reply.header('etag', etagOf(version))
      return rule
    },
  )

  app.post(
    '/api/alertRules',
    {
      config: { access },
      schema: {
        operationId: 'createAlertRule',
        summary: 'Create an alert rule',
        description: 'It is evaluated for locations that are received from now on.',
        tags,
        body: RuleBody,
        response: { 201: RuleAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const id = await createRule(tx, request.caller, request.body)
        return { ...(await shown(tx, id)), status: 201, location: `/api/alertRules/${id}` }
      }),
  )

  app.put(
    '/api/alertRules/:ruleId',
    {
      config: { access },
      preValidation: ignoreReadOnly(ruleFields, RuleBody),
      schema: {
        operationId: 'replaceAlertRule',
        summary: 'Replace an alert rule',
        description: 'Absent fields are cleared, and the rule starts with an empty memory.',
        tags,
        params: RulePath,
        body: RuleBody,
        response: { 200: RuleAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { ruleId } = request.params
        await changeRule(tx, request.caller, ruleId, (before) => {
          requireVersion(request, before.version)
          return request.body
        })
        return shown(tx, ruleId)
      }),
  )

  app.patch(
    '/api/alertRules/:ruleId',
    {
      config: { access },
      schema: {
        operationId: 'patchAlertRule',
        summary: 'Update an alert rule',
        description: 'Takes a JSON Patch or a merge patch.',
        tags,
        params: RulePath,
        body: PatchBody,
        response: { 200: RuleAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { ruleId } = request.params
        await changeRule(tx, request.caller, ruleId, (before) => {
          requireVersion(request, before.version)
          return requireValid(RuleBody, patched(toDocument(before), request.body))
        })
        return shown(tx, ruleId)
      }),
  )

  app.delete(
    '/api/alertRules/:ruleId',
    {
      config: { access },
      schema: {
        operationId: 'deleteAlertRule',
        summary: 'Delete an alert rule',
        description: 'Its alerts are kept.',
        tags,
        params: RulePath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteRule(tx, request.caller, request.params.ruleId, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )

  app.post(
    '/api/alertRules/dryRun',
    {
      config: { access, load: 'heavy' },
      schema: {
        operationId: 'dryRunAlertRule',
        summary: 'Dry-run an alert rule',
        description:
          'Returns the alerts it would have raised in the history of a device. Changes nothing. Takes at most 30 seconds; one at a time per account.',
        tags,
        body: DryRunBody,
        response: {
          200: answer({
            alerts: Type.Array(DryRunAlert),
            judged: Type.Integer({ description: 'Locations the rule evaluated.' }),
            ignored: Type.Integer({ description: 'Locations below the required accuracy.' }),
            outsideSchedule: Type.Integer({ description: 'Locations outside the schedule of the rule.' }),
          }),
          ...failures,
        },
      },
    },
    (request, reply) => {
      const aborting = new AbortController()
      reply.raw.once('close', () => aborting.abort())
      return dryRun(ctx, request.caller, request.body, aborting.signal)
    },
  )
}

async function shown(tx: Tx, id: string) {
  const { rule, version } = await getRuleIn(tx, id)
  return { payload: rule, etag: etagOf(version) }
}
