// The sender of e-mails and SMS of an account: the name of its brand, and the address that the brand has proved.

import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../../platform/context.ts'
import type { FindMailBrand, MailSender } from '../../../platform/mail/mail-brand.ts'
import { listPathsOfAccount } from '../brands/brand.queries.ts'
import { createLastKnown } from '../last-known.ts'
import { treeOf } from '../tree-database.ts'
import { openDkimKey } from './dkim-key.ts'
import type { StoredMailBrand } from './sender.queries.ts'
import * as queries from './sender.queries.ts'

/** Few: one per brand. */
const maxKeys = 1_000

export function createMailBrands(ctx: Pick<Context, 'db' | 'cells' | 'config' | 'log'>): FindMailBrand {
  /** By selector: parsing a key takes longer than using it. */
  const keys = new LRUCache<string, KeyObject>({ max: maxKeys })

  function senderOf({ address, domain, selector, privateKey }: StoredMailBrand): MailSender | null {
    if (address === null || domain === null || selector === null || privateKey === null) return null
    try {
      const key = keys.get(selector) ?? openDkimKey(ctx, selector, privateKey)
      keys.set(selector, key)
      return { address, domain, selector, key }
    } catch (error) {
      // The e-mail leaves with the address of the platform.
      ctx.log.error({ err: error, domain }, 'the key of a sender cannot be read')
      return null
    }
  }

  return createLastKnown(ctx, 'the sender of a brand', async (accountId: number) => {
    const tree = treeOf(ctx)
    const found = await queries.findMailBrand(tree, await listPathsOfAccount(tree, accountId))
    if (!found) return undefined
    const { name, replyTo, footer, smsSender } = found
    return { name, replyTo, footer, smsSender, sender: senderOf(found) }
  })
}
