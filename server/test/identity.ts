// The notifier's part of identity mail, and the links in the e-mails that it sent.

import { expect } from 'vitest'
import { queueIdentityMail, startIdentityMail } from '../src/features/auth/identity-mail.api.ts'
import type { IdentityMailKind } from '../src/features/auth/identity-mail.types.ts'
import { startPasswordResets } from '../src/features/auth/password-reset-worker.api.ts'
import { createMailSender } from '../src/features/notifications/mail.api.ts'
import type { Context } from '../src/platform/context.ts'
import { inTransaction } from '../src/platform/db/db.ts'
import { mailSamples } from './mail-samples.ts'
import type { Mailbox } from './mailbox.ts'
import type { MadeAccount } from './make.ts'
import type { World } from './world.ts'

export function startIdentityWorkers(ctx: Context): { stop(): Promise<void> } {
  const workers = [startPasswordResets(ctx), startIdentityMail(ctx, createMailSender(ctx))]
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

/** The text of a message, with quoted-printable decoded. */
export function textOf(raw: string): string {
  const bytes = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

export function linksIn(raw: string): string[] {
  return [...new Set(textOf(raw).match(/https?:\/\/[^\s"<>]+/g))]
}

/** Waits for the newest e-mail to an address that contains a link to this page, and returns its secret. */
export async function secretIn(mailbox: Mailbox, to: string, page: string): Promise<string> {
  const pattern = new RegExp(`/${page}#([0-9A-Za-z]{65})\\b`)
  const find = () =>
    mailbox.messages
      .filter((message) => message.to === to)
      .map(({ raw }) => pattern.exec(textOf(raw))?.[1])
      .findLast((secret) => secret !== undefined)
  await expect.poll(find, { timeout: 15_000 }).toBeTypeOf('string')
  return find()!
}

const queuedWithinMs = 10_000

/** Until no request for a new password and no identity mail is due. */
export async function settleIdentity(world: World): Promise<void> {
  const count = async () => {
    const { rows } = await world.superuser.query(
      `select (select count(*) from reset_requests where sealed is not null and created_at <= $1)
        + (select count(*) from identity_mails where state = 'waiting' and created_at <= $1) as waiting`,
      // A mail may be queued while this is asked. Those of a clock that was moved ahead are not waited for.
      [new Date(world.ctx.now().getTime() + queuedWithinMs)],
    )
    return Number(rows[0].waiting)
  }
  await expect.poll(count, { timeout: 30_000 }).toBe(0)
}

export async function verifyEmailOf(world: World, userId: string): Promise<void> {
  await world.superuser.query('update users set email_verified_at = now() where id = $1', [userId])
}

/** Queues every variant of every e-mail for one user. The address of each names it. */
export async function queueSamples(
  { ctx, superuser }: World,
  { accountId, ownerId: userId }: MadeAccount,
  language: 'en' | 'es' | 'pt',
): Promise<{ name: string; address: string }[]> {
  const samples = Object.entries(mailSamples(ctx.config.http.publicUrl)).flatMap(([kind, variants]) =>
    variants.map((values, index) => ({
      kind: kind as IdentityMailKind,
      values,
      address: `${kind}.${index}.${language}@example.com`,
    })),
  )
  for (const sample of samples) {
    const values = { accountId, userId, language, ...sample }
    expect(await inTransaction(ctx, accountId, ({ db }) => queueIdentityMail(ctx, db, values))).toBe(1)
    // There are more samples than a user gets e-mails a day.
    await superuser.query(`update identity_mails set created_at = created_at - interval '2 days'`)
  }
  return samples.map(({ address }) => ({ name: address.split('@')[0]!, address }))
}
