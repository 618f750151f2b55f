// The geofences of the account behind the devices. A click stays with the devices and the map.

import { useQuery } from '@tanstack/react-query'
import { GeofencesLayer } from '../../map/layers/geofences-layer.tsx'
import { rastro } from '../../session/session.ts'

/** More would hide the map. */
const maxShown = 1_000

export function LiveGeofences() {
  const { data } = useQuery({
    queryKey: ['geofences', 'live'],
    queryFn: ({ signal }) => rastro.get('/api/geofences', { signal, query: { limit: maxShown } }),
    staleTime: 60_000,
  })
  return data ? <GeofencesLayer geofences={data.geofences} /> : null
}
