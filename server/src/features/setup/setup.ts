// Creates the first operator and account.

import type { Context } from '../../platform/context.ts'
import { ConflictError, ForbiddenError } from '../../platform/http/errors.ts'
import { canonicalTimeZone } from '../../platform/http/time-zones.ts'
import { createAccount } from '../accounts/account.api.ts'
import type { Language } from '../auth/mail/mail.types.ts'
import { hashNewPassword } from '../auth/new-passwords.api.ts'
import { admitAddress, countFailureOfAddress } from '../auth/throttle.api.ts'
import { isSetupCode, isSetupOpen } from './setup.api.ts'
import * as queries from './setup.queries.ts'

const throttled = 'setup'

export interface SetupRequest {
  code: string
  email: string
  name: string
  accountName: string
  country: string
  timeZone: string
  language: Language
  licenses: number
  newPassword: string
}

/** Of any number of requests with the right code, one succeeds. */
export async function setUp(
  ctx: Pick<Context, 'db' | 'config' | 'now' | 'cells'>,
  { code, newPassword, ...wanted }: SetupRequest,
  address: string,
): Promise<{ account: string; userName: string }> {
  await admitAddress(ctx, throttled, address)
  if (!(await isSetupOpen(ctx))) throw finished()
  if (!(await isSetupCode(ctx, code))) {
    await countFailureOfAddress(ctx, throttled, address)
    throw new ForbiddenError(
      'setup.code_wrong',
      'The code is wrong. It is in the log of the server, and "rastro setup" prints it.',
    )
  }
  const { email, name, accountName, country, timeZone, language, licenses } = wanted
  const own = [email, name, accountName]
  const passwordHash = await hashNewPassword(ctx, newPassword, { accountId: 0, own, path: 'newPassword' })
  const { account } = await createAccount(
    ctx,
    {
      name: accountName,
      timeZone: canonicalTimeZone(timeZone),
      licenses,
      owner: { userName: email, name, email, country, passwordHash, language },
    },
    async ({ db }) => {
      if (!(await queries.finishSetup(db, { userName: email, email }, ctx.now()))) throw finished()
    },
  )
  return { account, userName: email }
}

function finished(): ConflictError {
  return new ConflictError('setup.finished', 'This installation is set up already. Sign in.')
}
