import type { Context } from '../../platform/context.ts'
import type { StoredShape } from './geofence-index.service.ts'
export async function loadShapes(_ctx: Pick<Context, 'db'>, _accountId: number): Promise<StoredShape[]> {
  return []
}
