import type { Context } from '../../platform/context.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'

const purpose = 'single sign-on secret'

/** Bound to the account: a copied row does not work for another. */
export function sealSecret({ config }: Pick<Context, 'config'>, account: string, secret: string): Buffer {
  return seal(config.access, purpose, secret, account)
}

export function openSecret({ config }: Pick<Context, 'config'>, account: string, sealed: Buffer): string {
  return unseal(config.access, purpose, sealed, account)
}
