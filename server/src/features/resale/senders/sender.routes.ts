// The senders of a brand in the console: the address of e-mails with its DNS records, and the sender of SMS.

import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { sendList } from '../../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import { write } from '../../../platform/http/write.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import { PageQuery, ResellerPath } from '../resale.schema.ts'
import { requireManaged } from '../tree.api.ts'
import { createDnsLookup } from './dns-records.ts'
import { checkEmailSender, deleteEmailSender, findEmailSender, replaceEmailSender } from './email-sender.ts'
import {
  ApproveBody,
  EmailSenderBody,
  EmailSenderView,
  ListedSmsSenderView,
  RefuseBody,
  SmsSenderBody,
  SmsSenderView,
} from './sender.schema.ts'
import {
  decideSmsSender,
  deleteSmsSender,
  findSmsSender,
  listSmsSenders,
  replaceSmsSender,
} from './sms-sender.ts'

const tags = ['Resale']
const path = '/api/resale/senders'
const EmailAnswer = answer({ email: Type.Union([ref(EmailSenderView), Type.Null()]) })
const SmsAnswer = answer({ sms: Type.Union([ref(SmsSenderView), Type.Null()]) })

export function senderRoutes(app: App, ctx: Context): void {
  const dns = createDnsLookup(ctx.config.webhooks.dnsServers)
  app.addSchema(EmailSenderView)
  app.addSchema(SmsSenderView)
  app.addSchema(ListedSmsSenderView)

  app.get(
    path,
    {
      schema: {
        operationId: 'getSenders',
        summary: 'Get the senders of your brand',
        description:
          'Of e-mails, with the records to publish in DNS, and of SMS. Null is that of the platform.',
        tags,
        response: {
          200: answer({
            email: Type.Union([ref(EmailSenderView), Type.Null()]),
            sms: Type.Union([ref(SmsSenderView), Type.Null()]),
          }),
          ...failures,
        },
      },
    },
    async ({ caller }) => {
      const managed = await requireManaged(ctx, caller)
      const [email, sms] = await Promise.all([findEmailSender(ctx, managed), findSmsSender(ctx, managed)])
      return { email, sms }
    },
  )

  app.put(
    `${path}/email`,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'replaceEmailSender',
        summary: 'Replace the address of your e-mails',
        description:
          'Used once DNS has the required record. A new domain gets a new key, and until it is verified e-mails leave with the address of the platform.',
        tags,
        body: EmailSenderBody,
        response: { 200: EmailAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      const managed = await requireManaged(ctx, caller)
      const before = (await findEmailSender(ctx, managed))?.address ?? null
      await replaceEmailSender(ctx, managed, body.address)
      const email = await findEmailSender(ctx, managed)
      return write(ctx, request, reply, async (tx) => {
        await recordChanges(tx, caller, [
          {
            action: 'resale.email_sender_changed',
            target: managed.id,
            before: { address: before },
            after: { address: email?.address ?? null },
          },
        ])
        return { payload: { email } }
      })
    },
  )

  app.delete(
    `${path}/email`,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'deleteEmailSender',
        summary: 'Delete the address of your e-mails',
        description:
          'With its key. E-mails leave with the address of the platform. Succeeds too if there is none.',
        tags,
        response: { 200: EmailAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller } = request
      const managed = await requireManaged(ctx, caller)
      const before = await findEmailSender(ctx, managed)
      const isDeleted = await deleteEmailSender(ctx, managed)
      return write(ctx, request, reply, async (tx) => {
        if (isDeleted) {
          await recordChanges(tx, caller, [
            {
              action: 'resale.email_sender_deleted',
              target: managed.id,
              before: { address: before?.address ?? null },
              after: null,
            },
          ])
        }
        return { payload: { email: null } }
      })
    },
  )

  app.post(
    `${path}/email/check`,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'checkEmailSender',
        summary: 'Check the DNS records of your e-mails',
        description: 'Once in 5 seconds. The server checks by itself too, several times a day.',
        tags,
        response: { 200: EmailAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const email = await checkEmailSender(ctx, dns, await requireManaged(ctx, request.caller))
      return write(ctx, request, reply, async () => ({ payload: { email } }))
    },
  )

  app.put(
    `${path}/sms`,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'replaceSmsSender',
        summary: 'Replace the sender of your SMS',
        description: 'Used once the platform has approved it.',
        tags,
        body: SmsSenderBody,
        response: { 200: SmsAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      const managed = await requireManaged(ctx, caller)
      const before = (await findSmsSender(ctx, managed))?.sender ?? null
      await replaceSmsSender(ctx, managed, body.sender)
      const sms = await findSmsSender(ctx, managed)
      return write(ctx, request, reply, async (tx) => {
        await recordChanges(tx, caller, [
          {
            action: 'resale.sms_sender_changed',
            target: managed.id,
            before: { sender: before },
            after: { sender: body.sender },
          },
        ])
        return { payload: { sms } }
      })
    },
  )

  app.delete(
    `${path}/sms`,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'deleteSmsSender',
        summary: 'Delete the sender of your SMS',
        description: 'SMS leave with the sender of the platform. Succeeds too if there is none.',
        tags,
        response: { 200: SmsAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller } = request
      const managed = await requireManaged(ctx, caller)
      const before = await findSmsSender(ctx, managed)
      const isDeleted = await deleteSmsSender(ctx, managed)
      return write(ctx, request, reply, async (tx) => {
        if (isDeleted) {
          await recordChanges(tx, caller, [
            {
              action: 'resale.sms_sender_deleted',
              target: managed.id,
              before: { sender: before?.sender ?? null },
              after: null,
            },
          ])
        }
        return { payload: { sms: null } }
      })
    },
  )

  app.get(
    '/api/resale/smsSenders',
    {
      schema: {
        operationId: 'listSmsSenders',
        summary: 'List senders of SMS of the resellers below yours',
        description: 'With those that wait for the platform.',
        tags,
        querystring: PageQuery,
        response: {
          200: answer({
            smsSenders: Type.Array(ref(ListedSmsSenderView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const managed = await requireManaged(ctx, request.caller)
      return sendList(request, reply, 'smsSenders', listSmsSenders(ctx, managed))
    },
  )

  app.post(
    '/api/resale/smsSenders/:resellerId/approve',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'approveSmsSender',
        summary: 'Approve the sender of SMS of a reseller',
        description: 'For operators.',
        tags,
        params: ResellerPath,
        body: ApproveBody,
        response: { 200: SmsAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      const managed = await requireManaged(ctx, caller)
      const decision = { ...body, state: 'approved', reason: null, decidedBy: caller.userName } as const
      const sms = await decideSmsSender(ctx, managed, params.resellerId, decision)
      return write(ctx, request, reply, async (tx) => {
        await recordChanges(tx, caller, [
          { action: 'resale.sms_sender_approved', target: params.resellerId, before: null, after: body },
        ])
        return { payload: { sms } }
      })
    },
  )

  app.post(
    '/api/resale/smsSenders/:resellerId/refuse',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'refuseSmsSender',
        summary: 'Refuse the sender of SMS of a reseller',
        description: 'For operators; also of an approved one. SMS leave with the sender of the platform.',
        tags,
        params: ResellerPath,
        body: RefuseBody,
        response: { 200: SmsAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      const managed = await requireManaged(ctx, caller)
      const { sender, reason = null } = body
      const decision = { sender, state: 'refused', reason, decidedBy: caller.userName } as const
      const sms = await decideSmsSender(ctx, managed, params.resellerId, decision)
      return write(ctx, request, reply, async (tx) => {
        await recordChanges(tx, caller, [
          { action: 'resale.sms_sender_refused', target: params.resellerId, before: null, after: body },
        ])
        return { payload: { sms } }
      })
    },
  )
}
