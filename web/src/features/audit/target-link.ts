/** The page of an object, by the prefix of its identifier. */
export interface TargetLink {
  to: string
  params?: Record<string, string>
  search?: Record<string, string>
}

const links: Record<string, (id: string) => TargetLink> = {
  acc: () => ({ to: '/settings/account' }),
  alt: (id) => ({ to: '/alerts', search: { id } }),
  con: () => ({ to: '/settings/contacts' }),
  dev: (device) => ({ to: '/live', search: { device } }),
  drv: (driverId) => ({ to: '/drivers/$driverId', params: { driverId } }),
  geo: (geofenceId) => ({ to: '/geofences/$geofenceId', params: { geofenceId } }),
  grp: () => ({ to: '/settings/groups' }),
  key: () => ({ to: '/settings/api-keys' }),
  esc: () => ({ to: '/settings/escalation' }),
  ocs: () => ({ to: '/settings/on-call' }),
  mpl: () => ({ to: '/maintenance' }),
  rul: () => ({ to: '/rules' }),
  shr: () => ({ to: '/settings/shares' }),
  usr: () => ({ to: '/settings/users' }),
  ing: () => ({ to: '/settings/ingest-keys' }),
  whk: (webhookId) => ({ to: '/settings/webhooks/$webhookId', params: { webhookId } }),
}

export function linkOf(target: string): TargetLink | undefined {
  return links[target.split('_')[0] ?? '']?.(target)
}
