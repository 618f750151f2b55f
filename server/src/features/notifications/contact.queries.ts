import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readPage } from '../../platform/db/paging.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ListFilter } from '../../platform/db/updated-since.ts'
import { isUpdatedSince } from '../../platform/db/updated-since.ts'
import type { ContactDocument, StoredContact } from './contact.types.ts'
import type { Channel, Language } from './notification.types.ts'

const contactJson = sql`json_build_object(
  'id', c.id, 'name', c.name, 'channel', c.channel, 'address', c.address, 'language', c.language, 'userId', c.user_id,
  'verified', c.verified_at is not null, 'gone', case when c.gone_at is not null then json_build_object(
    'goneAt', iso_time(c.gone_at), 'reason', c.gone_reason) end,
  'createdAt', iso_time(c.created_at), 'modifiedAt', iso_time(c.modified_at))`

/** Restricts to the contacts of `userId`, unless it is null. */
function isSeen(userId: string | null) {
  return userId === null ? sql`true` : sql`c.user_id = ${userId}`
}

export async function findContact(
  db: AccountDb,
  userId: string | null,
  id: string,
): Promise<{ version: number; json: string } | undefined> {
  const [row] = await db<{ version: number; json: string }>`
    select c.version, ${contactJson}::text as json
    from contacts c where c.account_id = ${db.accountId} and c.id = ${id} and ${isSeen(userId)}`
  return row
}

export function listContacts(
  db: AccountDb,
  userId: string | null,
  filter: ListFilter,
  cursor: PageCursor,
): Promise<Page> {
  const text = filter.search ?? ''
  return readPage(db, cursor, {
    numbers: sql`
      select c.number from contacts c
      where c.account_id = ${db.accountId} and c.number > ${cursor.after}::bigint and ${isSeen(userId)}
        and position(lower(${text}) in lower(c.name || ' ' || c.address)) > 0
        and ${isUpdatedSince(sql`c.modified_at`, filter)}`,
    records: sql`
      select c.number, ${contactJson} as json
      from page join contacts c on c.account_id = ${db.accountId} and c.number = page.number`,
  })
}

export async function lockContact(
  db: AccountDb,
  userId: string | null,
  id: string,
): Promise<StoredContact | undefined> {
  const [row] = await db<StoredContact>`
    select c.number, c.id, c.version, c.name, c.channel, c.address, c.secret, c.language, c.user_id, c.verified_at,
      c.code_hash, c.code_sent_at, c.code_tries
    from contacts c where c.account_id = ${db.accountId} and c.id = ${id} and ${isSeen(userId)}
    for no key update of c`
  return row
}

export async function countContacts(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from contacts where account_id = ${db.accountId}`
  return row!.count
}

export async function isUser(db: AccountDb, id: string): Promise<boolean> {
  const rows = await db`select from users where account_id = ${db.accountId} and id = ${id}`
  return rows.length > 0
}

type WithSecret = Required<ContactDocument> & Pick<StoredContact, 'secret'>

export async function insertContact(
  db: AccountDb,
  id: string,
  contact: WithSecret,
  now: Date,
): Promise<void> {
  const { name, channel, address, secret, language, userId } = contact
  await db`
    insert into contacts (account_id, id, name, channel, address, secret, language, user_id, created_at, modified_at)
    values (${db.accountId}, ${id}, ${name}, ${channel}, ${address}, ${secret}, ${language}, ${userId}, ${now}, ${now})`
}

/** A changed address has to be verified again. */
export async function updateContact(
  db: AccountDb,
  id: string,
  contact: WithSecret,
  now: Date,
): Promise<void> {
  const { name, channel, address, secret, language, userId } = contact
  await db`
    update contacts set name = ${name}, channel = ${channel}, address = ${address}, secret = ${secret}, language = ${language},
      user_id = ${userId}, version = version + 1, modified_at = ${now},
      verified_at = case when channel = ${channel} and address = ${address} then verified_at end,
      code_hash = case when channel = ${channel} and address = ${address} then code_hash end,
      link_hash = case when channel = ${channel} and address = ${address} then link_hash end,
      gone_at = case when channel = ${channel} and address = ${address} then gone_at end,
      gone_reason = case when channel = ${channel} and address = ${address} then gone_reason end
    where account_id = ${db.accountId} and id = ${id}`
}

/** False if the user has no contact for browsers. */
export async function keepPushLanguage(
  db: AccountDb,
  userId: string,
  language: Language | null,
  now: Date,
): Promise<boolean> {
  const rows = await db`
    with changed as (
      update contacts set language = ${language}, version = version + 1, modified_at = ${now}
      where account_id = ${db.accountId} and channel = 'push' and address = ${userId}
        and language <> ${language}::text)
    select from contacts where account_id = ${db.accountId} and channel = 'push' and address = ${userId}`
  return rows.length > 0
}

export async function deleteContact(db: AccountDb, id: string): Promise<void> {
  await db`delete from contacts where account_id = ${db.accountId} and id = ${id}`
}

/** Codes sent in the last 24 hours: to this address, and by the whole account. */
export async function countCodes(
  db: AccountDb,
  address: string,
  now: Date,
): Promise<{ toAddress: number; ofAccount: number; lastAt: Date | null }> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  await db`delete from sent_codes where account_id = ${db.accountId} and sent_at <= ${dayAgo}`
  const [row] = await db<{ toAddress: number; ofAccount: number; lastAt: Date | null }>`
    select count(*) as of_account, count(*) filter (where address = ${address}) as to_address,
      max(sent_at) filter (where address = ${address}) as last_at
    from sent_codes where account_id = ${db.accountId} and sent_at > ${dayAgo}`
  return row!
}

export async function keepCode(
  db: AccountDb,
  { id, address }: Pick<StoredContact, 'id' | 'address'>,
  { codeHash, linkHash }: { codeHash: Buffer; linkHash: Buffer },
  now: Date,
): Promise<void> {
  await db`
    insert into sent_codes (account_id, address, sent_at) values (${db.accountId}, ${address}, ${now})`
  await db`
    update contacts set code_hash = ${codeHash}, link_hash = ${linkHash}, code_sent_at = ${now}, code_tries = 0
    where account_id = ${db.accountId} and id = ${id}`
}

export async function countTry(db: AccountDb, id: string): Promise<void> {
  await db`
    update contacts set code_tries = code_tries + 1 where account_id = ${db.accountId} and id = ${id}`
}

export async function markVerified(db: AccountDb, id: string, now: Date): Promise<void> {
  await db`
    update contacts set verified_at = ${now}, code_hash = null, gone_at = null, gone_reason = null,
      version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and id = ${id}`
}

/** The address no longer exists: the contact gets nothing until it is verified again. Returns it, the first time. */
export async function markGone(
  db: AccountDb,
  { channel, address }: { channel: Channel; address: string },
  reason: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }>`
    update contacts set verified_at = null, gone_at = ${now}, gone_reason = ${reason}, version = version + 1,
      modified_at = ${now}
    where account_id = ${db.accountId} and channel = ${channel} and address = ${address} and verified_at is not null
    returning id`
  return row?.id
}

/** The recipient of a code, if the code is still pending. */
export async function findForCode(
  db: AccountDb,
  id: string,
): Promise<Pick<StoredContact, 'channel' | 'address' | 'secret' | 'language'> | undefined> {
  const [row] = await db<Pick<StoredContact, 'channel' | 'address' | 'secret' | 'language'>>`
    select c.channel, c.address, c.secret, c.language
    from contacts c
    where c.account_id = ${db.accountId} and c.id = ${id} and c.code_hash is not null`
  return row
}

export async function findAccountId(directory: Db, publicId: string): Promise<number | undefined> {
  const [row] = await directory<{ accountId: number }>`
    select account_id from directory_accounts where public_id = ${publicId}`
  return row?.accountId
}

export interface LinkedContact {
  id: string
  channel: Channel
  address: string
  verifiedAt: Date | null
  codeSentAt: Date
}

/** The message went to the current address: processes of the previous version change it and keep the link. */
const isSentToAddress = sql`exists (
  select from sent_codes s
  where s.account_id = c.account_id and s.address = c.address and s.sent_at = c.code_sent_at)`

/** The contact that a verification link belongs to, also if it is verified already. */
export async function findLinked(db: AccountDb, linkHash: Buffer): Promise<LinkedContact | undefined> {
  const [row] = await db<LinkedContact>`
    select c.id, c.channel, c.address, c.verified_at, c.code_sent_at
    from contacts c
    where c.account_id = ${db.accountId} and c.link_hash = ${linkHash} and ${isSentToAddress}`
  return row
}

/** False if it was verified before, or the link was replaced meanwhile. */
export async function verifyByLink(db: AccountDb, id: string, linkHash: Buffer, now: Date): Promise<boolean> {
  const rows = await db`
    update contacts c set verified_at = ${now}, code_hash = null, gone_at = null, gone_reason = null, version = version + 1, modified_at = ${now}
    where c.account_id = ${db.accountId} and c.id = ${id} and c.link_hash = ${linkHash}
      and c.verified_at is null and ${isSentToAddress}
    returning c.id`
  return rows.length > 0
}

export interface LinkableChat {
  id: string
  language: Language
  /** By this chat, earlier. */
  isLinked: boolean
  /** By another contact of the account. */
  isTaken: boolean
}

/** The contact on Telegram whose link was opened in the chat. */
export async function lockChatLink(
  db: AccountDb,
  { linkHash, address, earliest }: { linkHash: Buffer; address: string; earliest: Date },
): Promise<LinkableChat | undefined> {
  const [row] = await db<LinkableChat>`
    select c.id, c.language, c.address = ${address} and c.verified_at is not null as is_linked, exists (
      select from contacts o where o.account_id = c.account_id and o.channel = 'telegram' and o.address = ${address}
        and o.id <> c.id) as is_taken
    from contacts c
    where c.account_id = ${db.accountId} and c.link_hash = ${linkHash} and c.channel = 'telegram'
      and c.code_sent_at > ${earliest} and (c.verified_at is null or c.address = ${address})
    for no key update of c`
  return row
}

export async function linkChat(db: AccountDb, id: string, address: string, now: Date): Promise<void> {
  await db`
    update contacts set address = ${address}, verified_at = ${now}, code_hash = null, gone_at = null, gone_reason = null,
      version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and id = ${id}`
}
