// Trip settings of groups, for other parts of the server.

import type { Tx } from '../../../platform/context.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { SettingsDocument } from './trip-settings.schema.ts'
import { changeSettings } from './trip-settings.ts'

export type { SettingsDocument } from './trip-settings.schema.ts'

export async function setGroupSettings(
  ctx: Tx,
  caller: Caller,
  groupId: string,
  settings: SettingsDocument,
): Promise<void> {
  await changeSettings(ctx, caller, { groupId }, () => settings)
}
