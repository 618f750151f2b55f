import { Type } from 'typebox'
import type { Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { PatchBody, patched } from '../../platform/http/patch.ts'
import { sendList } from '../../platform/http/raw-responses.ts'
import { ignoreReadOnly } from '../../platform/http/read-only.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { requireValid } from '../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../platform/http/versions.ts'
import { write } from '../../platform/http/write.ts'
import { listConfigured } from './channels/configured.ts'
import {
  changeContact,
  createContact,
  deleteContact,
  getContact,
  getContactIn,
  listContacts,
  toDocument,
} from './contact.api.ts'
import {
  ContactBody,
  ContactChannelView,
  ContactPath,
  ContactQuery,
  ContactView,
  contactFields,
} from './contact.schema.ts'

const tags = ['Contacts']
/** A single contact is returned flat in the envelope. */
const ContactAnswer = answer(contactFields)

export const contactRoutes: Routes = (app, ctx) => {
  app.addSchema(ContactView)
  app.addSchema(ContactChannelView)

  app.get(
    '/api/contacts',
    {
      schema: {
        operationId: 'listContacts',
        summary: 'List contacts',
        description: 'The contacts of the account, in the order of their creation.',
        tags,
        querystring: ContactQuery,
        response: {
          200: answer({ contacts: Type.Array(ref(ContactView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      sendList(request, reply, 'contacts', listContacts(ctx, request.caller, request.query)),
  )

  app.get(
    '/api/contactChannels',
    {
      schema: {
        operationId: 'listContactChannels',
        summary: 'List the channels of contacts',
        description: 'The channels that are set up. Contacts of others receive nothing.',
        tags,
        response: { 200: answer({ channels: Type.Array(ref(ContactChannelView)) }), ...failures },
      },
    },
    async () => ({ channels: listConfigured(ctx).map((channel) => ({ channel })) }),
  )

  app.get(
    '/api/contacts/:contactId',
    {
      schema: {
        operationId: 'getContact',
        summary: 'Get a contact',
        description: 'The contact with the state of its verification.',
        tags,
        params: ContactPath,
        response: { 200: ContactAnswer, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const { contact, version } = await getContact(ctx, caller, params.contactId)
      reply.header('etag', etagOf(version))
      return contact
    },
  )

  app.post(
    '/api/contacts',
    {
      config: { access: 'alerts.manage' },
      schema: {
        operationId: 'createContact',
        summary: 'Create a contact',
        description: 'It receives nothing until it is verified.',
        tags,
        body: ContactBody,
        response: { 201: ContactAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const id = await createContact(tx, request.caller, request.body)
        return { ...(await shown(tx, request.caller, id)), status: 201, location: `/api/contacts/${id}` }
      }),
  )

  app.put(
    '/api/contacts/:contactId',
    {
      config: { access: 'alerts.manage' },
      preValidation: ignoreReadOnly(contactFields, ContactBody),
      schema: {
        operationId: 'replaceContact',
        summary: 'Replace a contact',
        description: 'A changed address has to be verified again.',
        tags,
        params: ContactPath,
        body: ContactBody,
        response: { 200: ContactAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { contactId } = request.params
        await changeContact(tx, request.caller, contactId, (before) => {
          requireVersion(request, before.version)
          return request.body
        })
        return shown(tx, request.caller, contactId)
      }),
  )

  app.patch(
    '/api/contacts/:contactId',
    {
      config: { access: 'alerts.manage' },
      schema: {
        operationId: 'patchContact',
        summary: 'Update a contact',
        description: 'Takes a JSON Patch or a merge patch.',
        tags,
        params: ContactPath,
        body: PatchBody,
        response: { 200: ContactAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { contactId } = request.params
        await changeContact(tx, request.caller, contactId, (before) => {
          requireVersion(request, before.version)
          return requireValid(ContactBody, patched(toDocument(before), request.body))
        })
        return shown(tx, request.caller, contactId)
      }),
  )

  app.delete(
    '/api/contacts/:contactId',
    {
      config: { access: 'alerts.manage' },
      schema: {
        operationId: 'deleteContact',
        summary: 'Delete a contact',
        description: 'Rules that notify it no longer do.',
        tags,
        params: ContactPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteContact(tx, request.caller, request.params.contactId, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )
}

async function shown(tx: Tx, caller: Caller, id: string) {
  const { contact, version } = await getContactIn(tx, caller, id)
  return { payload: contact, etag: etagOf(version) }
}
