/** Where in the interface a thing is shown, by the prefix of its identifier. */
export interface Place {
  to: string
  params?: Record<string, string>
  search?: Record<string, string>
}

const places: Record<string, (id: string) => Place> = {
  acc: () => ({ to: '/settings/account' }),
  alt: (id) => ({ to: '/alerts', search: { id } }),
  con: () => ({ to: '/settings/contacts' }),
  dev: (device) => ({ to: '/live', search: { device } }),
  geo: (geofenceId) => ({ to: '/geofences/$geofenceId', params: { geofenceId } }),
  grp: () => ({ to: '/settings/groups' }),
  key: () => ({ to: '/settings/api-keys' }),
  rul: () => ({ to: '/rules' }),
  shr: () => ({ to: '/settings/shares' }),
  usr: () => ({ to: '/settings/users' }),
  ing: () => ({ to: '/settings/ingest-keys' }),
  whk: (webhookId) => ({ to: '/settings/webhooks/$webhookId', params: { webhookId } }),
}

export function placeOf(target: string): Place | undefined {
  return places[target.split('_')[0] ?? '']?.(target)
}
