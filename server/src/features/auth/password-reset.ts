// A forgotten password. The request looks nobody up, so that nothing reveals whether a name exists; the notifier
// decides later, and sends a link to the verified address of the user.

import type { Context } from '../../platform/context.ts'
import { seal, sign } from '../../platform/crypto/seal.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Language } from './mail/mail.types.ts'
import * as queries from './password-reset.queries.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now'>

const maxPerHourOfNetwork = 20
export const requestPurpose = 'password reset request'

export interface ResetRequest {
  userName: string
  language?: Language | undefined
}

export function requestReset(ctx: Needs, request: ResetRequest & { address: string }): Promise<void> {
  const { address, ...wanted } = request
  const networkHash = sign(ctx.config.access, 'network of a reset request', networkOf(address))
  return keepRequest(ctx, wanted, networkHash, false)
}

export function keepRequest(
  ctx: Needs,
  { userName, language }: ResetRequest,
  networkHash: Buffer,
  isForwarded: boolean,
): Promise<void> {
  const sealed = seal(ctx.config.access, requestPurpose, JSON.stringify({ userName, language }))
  const row = { sealed, networkHash, isForwarded, now: ctx.now() }
  return queries.insertRequest(ctx.db.directory, row, maxPerHourOfNetwork)
}
