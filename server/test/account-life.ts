// What operators do with accounts, for tests that act from outside.

import { addOperator } from '../src/features/accounts/operator.api.ts'
import { reopenAccount, suspendAccount } from '../src/features/accounts/status.api.ts'
import { findSetupCode } from '../src/features/setup/setup.api.ts'
import type { World } from './world.ts'

export const suspend = ({ ctx }: World, accountId: number, why: { reason: string; author: string }) =>
  suspendAccount(ctx, accountId, why)

export const reopen = ({ ctx }: World, accountId: number, why: { reason: string; author: string }) =>
  reopenAccount(ctx, accountId, why)

export const makeOperator = ({ ctx }: World, userName: string) =>
  addOperator(ctx, { userName, email: userName })

export const setupCode = ({ ctx }: World) => findSetupCode(ctx)
