// Contacts receive alerts. Callers with full scope manage all contacts of the account; others only their own.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { isDuplicate } from '../../platform/db/db.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import { isUnchanged } from '../../platform/db/unchanged.ts'
import type { ListFilter } from '../../platform/db/updated-since.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { requireChannel } from './channels/configured.ts'
import * as queries from './contact.queries.ts'
import type { ContactView } from './contact.schema.ts'
import type { ContactDocument, StoredContact } from './contact.types.ts'
import { faultOfAddress, toStored } from './contact-address.ts'
import type { Channel, Language } from './notification.types.ts'

const maxContacts = 1_000
/** Contacts for e-mail and SMS may be created before the operator has configured these. */
const alwaysOffered = new Set<Channel>(['email', 'sms'])

export function getContact(ctx: Pick<Context, 'db'>, caller: Caller, id: string) {
  return getContactIn({ db: ctx.db.forAccount(caller.accountId) }, caller, id)
}

export async function getContactIn(ctx: { db: AccountDb }, caller: Caller, id: string) {
  const found = await queries.findContact(ctx.db, onlyOf(caller), id)
  if (!found) throw notFound(id)
  return { contact: JSON.parse(found.json) as Static<typeof ContactView>, version: found.version }
}

/** Returns a reader of pages of the contacts the caller may see. */
export function listContacts(ctx: Pick<Context, 'db'>, caller: Caller, filter: ListFilter) {
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listContacts(db, onlyOf(caller), filter, cursor)
}

export async function createContact(ctx: Tx, caller: Caller, document: ContactDocument): Promise<string> {
  const { secret, ...contact } = await checked(ctx, caller, document)
  if (contact.channel === 'push') throw madeByBrowsers()
  if (!alwaysOffered.has(contact.channel)) requireChannel(ctx, contact.channel)
  return insertContact(ctx, caller, contact, secret)
}

async function insertContact(
  ctx: Tx,
  caller: Caller,
  contact: Required<ContactDocument>,
  secret: Buffer | null,
): Promise<string> {
  await lockAccount(ctx.db)
  if ((await queries.countContacts(ctx.db)) >= maxContacts) {
    throw new ConflictError('contacts.too_many', `An account has at most ${maxContacts} contacts.`)
  }
  const id = newId('con')
  await addressedOnce(contact, () => queries.insertContact(ctx.db, id, { ...contact, secret }, ctx.now()))
  await recordChanges(ctx, caller, [{ action: 'contacts.created', target: id, before: null, after: contact }])
  return id
}

/** A changed address has to be verified again. */
export async function changeContact(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: StoredContact) => ContactDocument,
): Promise<void> {
  const before = await lockContact(ctx, caller, id)
  const { secret, ...contact } = await checked(ctx, caller, edit(before), before)
  if (isOfBrowsers(before) !== isOfBrowsers(contact) || isOtherUser(before, contact)) throw madeByBrowsers()
  if (contact.channel !== before.channel && !alwaysOffered.has(contact.channel))
    requireChannel(ctx, contact.channel)
  if (isUnchanged(toDocument(before), contact)) return
  await addressedOnce(contact, () => queries.updateContact(ctx.db, id, { ...contact, secret }, ctx.now()))
  await recordChanges(ctx, caller, [
    { action: 'contacts.changed', target: id, before: toDocument(before), after: contact },
  ])
}

/**
 * The browsers of the caller, as one contact. Verified: the session of the browser is the proof. Its language is that of
 * the browser that was registered last.
 */
export async function createPushContact(
  ctx: Tx,
  caller: Caller,
  { name, language }: { name: string; language: Language | undefined },
): Promise<void> {
  const { userId } = caller
  if (await queries.keepPushLanguage(ctx.db, userId, language ?? null, ctx.now())) return
  const contact = { name, channel: 'push' as const, address: userId, language: language ?? 'en', userId }
  const id = await insertContact(ctx, caller, contact, null)
  await queries.markVerified(ctx.db, id, ctx.now())
}

/** Without a code, for the resources of the demo. */
export async function verifyContact(ctx: Tx, caller: Caller, id: string): Promise<void> {
  await lockContact(ctx, caller, id)
  await queries.markVerified(ctx.db, id, ctx.now())
  await recordChanges(ctx, caller, [{ action: 'contacts.verified', target: id, before: null, after: null }])
}

export async function deleteContact(
  ctx: Tx,
  caller: Caller,
  id: string,
  check: (before: StoredContact) => void,
): Promise<void> {
  const before = await lockContact(ctx, caller, id)
  check(before)
  await queries.deleteContact(ctx.db, id)
  await recordChanges(ctx, caller, [
    { action: 'contacts.deleted', target: id, before: toDocument(before), after: null },
  ])
}

export async function lockContact(ctx: Pick<Tx, 'db'>, caller: Caller, id: string): Promise<StoredContact> {
  const contact = await queries.lockContact(ctx.db, onlyOf(caller), id)
  if (!contact) throw notFound(id)
  return contact
}

export function toDocument(contact: StoredContact): Required<ContactDocument> {
  const { name, channel, address, language, userId } = contact
  return { name, channel, address, language, userId }
}

/** Null if the caller may see all contacts. */
function onlyOf(caller: Caller): string | null {
  return caller.scope.kind === 'all' ? null : caller.userId
}

async function checked(
  ctx: Pick<Tx, 'db' | 'config'>,
  caller: Caller,
  document: ContactDocument,
  before?: StoredContact,
): Promise<Required<ContactDocument> & Pick<StoredContact, 'secret'>> {
  const { channel, address, userId = null, language = 'en', name } = document
  if (onlyOf(caller) !== null && userId !== caller.userId) {
    throw new ForbiddenError(
      'access.scope_too_small',
      'Without access to the whole account you may manage only your own contacts.',
    )
  }
  // Of a secret address callers know only what is shown.
  const isKept = before?.channel === channel && before.address === address
  const message = isKept ? undefined : faultOfAddress(ctx, channel, address)
  if (message !== undefined) {
    throw new InvalidError('body.invalid', `address ${message}.`, { details: [{ path: 'address', message }] })
  }
  if (userId !== null && !(await queries.isUser(ctx.db, userId))) {
    const message = `"${userId}" does not exist, or is not yours to see`
    throw new InvalidError('body.invalid', `userId ${message}.`, { details: [{ path: 'userId', message }] })
  }
  const stored = isKept ? { address, secret: before.secret } : toStored(ctx, channel, address)
  return { name, channel, ...stored, language, userId }
}

function isOfBrowsers({ channel }: ContactDocument): boolean {
  return channel === 'push'
}

/** The browsers of a user are theirs. */
function isOtherUser(before: StoredContact, after: Required<ContactDocument>): boolean {
  return isOfBrowsers(before) && (before.address !== after.address || before.userId !== after.userId)
}

function madeByBrowsers(): InvalidError {
  const message =
    'push is of contacts that are made when a user registers a browser; they keep it, and their user'
  return new InvalidError('body.invalid', `channel ${message}.`, { details: [{ path: 'channel', message }] })
}

async function addressedOnce({ address }: ContactDocument, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isDuplicate(error, 'contacts_address')) throw error
    throw new ConflictError(
      'contacts.address_taken',
      `A contact with the address "${address}" already exists.`,
    )
  }
}

function notFound(id: string): NotFoundError {
  return new NotFoundError(
    'contacts.not_found',
    `The contact "${id}" does not exist, or is not yours to see.`,
  )
}
