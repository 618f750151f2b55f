import type { Order, Status } from '../../live/fleet.types.ts'
import { statuses } from '../../live/fleet.types.ts'

/** The state of the view is in the URL, so that a link shows the same. */
export interface LiveSearch {
  device?: string
  q?: string
  status?: Status
  group?: string
  order?: Order
  follow?: true
  /** zoom/latitude/longitude */
  at?: string
  /** latitude,longitude,zoom: a place that was searched for */
  place?: string
}

const orders: Order[] = ['name', 'status', 'age']

export function validateLiveSearch(search: Record<string, unknown>): LiveSearch {
  const text = (name: string) =>
    typeof search[name] === 'string' && search[name] !== '' ? search[name] : undefined
  const [device, q, group, at, place] = ['device', 'q', 'group', 'at', 'place'].map(text)
  const status = statuses.find((one) => one === search.status)
  const order = orders.find((one) => one === search.order)
  return {
    ...(device && { device }),
    ...(q && { q }),
    ...(status && { status }),
    ...(group && { group }),
    ...(order && { order }),
    ...(search.follow === true && { follow: true }),
    ...(at && { at }),
    ...(place && { place }),
  }
}

/** Undefined values are removed from the URL. */
export type ChangeLive = (
  part: { [K in keyof LiveSearch]?: LiveSearch[K] | undefined },
  replace?: boolean,
) => void
