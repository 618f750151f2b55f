// What trip settings are set for: the account, a group or a device. Changing them requires access to all devices that
// they concern.

import type { AccountDb } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { includesGroup } from '../../../platform/http/caller.ts'
import { ForbiddenError, NotFoundError } from '../../../platform/http/errors.ts'
import { deviceNotFound } from '../../devices/device.api.ts'
import { readLayers } from '../device-settings.ts'
import type { StoredLayer } from '../effective-settings.ts'
import type { FoundDevice } from '../trip-settings.queries.ts'
import * as queries from '../trip-settings.queries.ts'

export type SubjectPath = { groupId?: string; deviceId?: string }

export interface Subject {
  /** As in `trip_settings.subject`. */
  key: string
  /** For the audit log. */
  target: string
  groupId: string | null
  device: FoundDevice | null
}

/** Throws if the caller cannot see it. */
export async function getSubject(db: AccountDb, caller: Caller, path: SubjectPath): Promise<Subject> {
  const { groupId, deviceId } = path
  if (deviceId !== undefined) {
    const device = await queries.findDevice(db, caller.scope, deviceId)
    if (!device) throw deviceNotFound(deviceId)
    return { key: deviceId, target: deviceId, groupId: null, device }
  }
  if (groupId === undefined) return { key: 'account', target: caller.account, groupId: null, device: null }
  const isSeen = includesGroup(caller.scope, groupId) && (await queries.hasGroup(db, groupId))
  if (!isSeen) {
    const message = `The group "${groupId}" does not exist, or is not yours to see.`
    throw new NotFoundError('groups.not_found', message)
  }
  return { key: groupId, target: groupId, groupId, device: null }
}

/** The same for a change. */
export async function getWritableSubject(db: AccountDb, caller: Caller, path: SubjectPath): Promise<Subject> {
  const subject = await getSubject(db, caller, path)
  if (subject.key === 'account' && caller.scope.kind !== 'all') {
    throw new ForbiddenError(
      'access.scope_too_small',
      'The trip settings of the account concern all devices. Changing them requires access to the whole account.',
    )
  }
  return subject
}

/** From the nearest to the farthest; those of the subject first. */
export async function layersOf(db: AccountDb, subject: Subject): Promise<StoredLayer[]> {
  const { device, key } = subject
  if (device) return (await readLayers(db, [device]))(device)
  const layers = await queries.listSettings(db, [key])
  const rank = ({ subject }: StoredLayer) => (subject === 'account' ? 1 : 0)
  return layers.sort((a, b) => rank(a) - rank(b))
}

export async function devicesOf(db: AccountDb, { device, groupId }: Subject): Promise<FoundDevice[]> {
  return device ? [device] : queries.listConcerned(db, groupId)
}
