// Every view with its path. The router, the rail, the settings menu, the command palette, the keyboard shortcuts and
// the accessibility tests use this list. The title of a view is the message `shell:views.<name>`.

import type { User } from '@rastro/client'

interface View {
  /** `$name` is a parameter. Views of the settings start with /settings/. */
  path: `/${string}`
  menu?: 'rail' | 'settings'
  isInPalette?: true
  /** The letter to press after G. */
  shortcut?: string
  /**
   * Users without this privilege find nothing there. `administrator`: the owner and administrators. `operator`:
   * those who run the installation. `resale`: those who manage a reseller.
   */
  needs?: User['privileges'][number] | 'administrator' | 'operator' | 'resale'
}

export const views = {
  signIn: { path: '/sign-in' },
  enrol: { path: '/enrol' },
  ssoDone: { path: '/sso-done' },
  stopRecovery: { path: '/stop-recovery' },
  supportRequest: { path: '/support-request' },
  forgot: { path: '/forgot' },
  reset: { path: '/reset' },
  invitation: { path: '/invitation' },
  email: { path: '/email' },
  emailUndo: { path: '/email-undo' },
  signUp: { path: '/sign-up' },
  signUpConfirm: { path: '/sign-up/confirm' },
  setup: { path: '/setup' },
  shareView: { path: '/share/$secret' },
  verify: { path: '/verify/$linkSecret' },
  acknowledge: { path: '/acknowledge/$linkSecret' },
  live: { path: '/live', menu: 'rail', isInPalette: true, shortcut: 'l' },
  fleet: { path: '/fleet', menu: 'rail', isInPalette: true, shortcut: 'f' },
  history: { path: '/history', menu: 'rail', isInPalette: true, shortcut: 'h' },
  deviceHistory: { path: '/history/$deviceId' },
  alerts: { path: '/alerts', menu: 'rail', isInPalette: true, shortcut: 'a' },
  devices: { path: '/devices', menu: 'rail', isInPalette: true, shortcut: 'd' },
  device: { path: '/devices/$deviceId' },
  drivers: { path: '/drivers', isInPalette: true, shortcut: 'i' },
  driver: { path: '/drivers/$driverId' },
  connect: { path: '/connect' },
  geofences: { path: '/geofences', menu: 'rail', isInPalette: true, shortcut: 'z' },
  newGeofence: { path: '/geofences/new' },
  geofence: { path: '/geofences/$geofenceId' },
  reports: { path: '/reports', menu: 'rail', isInPalette: true, shortcut: 'r', needs: 'reports.read' },
  maintenance: { path: '/maintenance', isInPalette: true, shortcut: 'm' },
  rules: { path: '/rules', isInPalette: true, shortcut: 'u', needs: 'administrator' },
  newRule: { path: '/rules/new' },
  rule: { path: '/rules/$ruleId' },
  console: { path: '/console', menu: 'rail', isInPalette: true, needs: 'resale' },
  brand: { path: '/console/brand', isInPalette: true, needs: 'resale' },
  resellers: { path: '/console/resellers', isInPalette: true, needs: 'resale' },
  usage: { path: '/console/usage', isInPalette: true, needs: 'resale' },
  prices: { path: '/console/prices', isInPalette: true, needs: 'resale' },
  installation: { path: '/console/installation', isInPalette: true, needs: 'operator' },
  hosts: { path: '/console/hosts', isInPalette: true, needs: 'resale' },
  senders: { path: '/console/senders', isInPalette: true, needs: 'resale' },
  settings: { path: '/settings', menu: 'rail', shortcut: 's' },
  account: { path: '/settings/account', menu: 'settings', isInPalette: true },
  security: { path: '/settings/security', menu: 'settings', isInPalette: true },
  'api-keys': { path: '/settings/api-keys', menu: 'settings', isInPalette: true },
  users: { path: '/settings/users', menu: 'settings', isInPalette: true },
  newUser: { path: '/settings/users/new' },
  user: { path: '/settings/users/$userId' },
  groups: { path: '/settings/groups', menu: 'settings', isInPalette: true },
  group: { path: '/settings/groups/$groupId' },
  trips: { path: '/settings/trips', menu: 'settings', isInPalette: true },
  contacts: { path: '/settings/contacts', menu: 'settings', isInPalette: true },
  escalation: { path: '/settings/escalation', menu: 'settings', isInPalette: true, needs: 'administrator' },
  'on-call': { path: '/settings/on-call', menu: 'settings', isInPalette: true, needs: 'administrator' },
  spending: {
    path: '/settings/spending',
    menu: 'settings',
    isInPalette: true,
    needs: 'administrator',
  },
  support: { path: '/settings/support', menu: 'settings', isInPalette: true, needs: 'administrator' },
  sso: { path: '/settings/sso', menu: 'settings', isInPalette: true, needs: 'administrator' },
  webhooks: { path: '/settings/webhooks', menu: 'settings', isInPalette: true, needs: 'webhooks.manage' },
  webhook: { path: '/settings/webhooks/$webhookId' },
  shares: { path: '/settings/shares', menu: 'settings', isInPalette: true, needs: 'devices.edit' },
  'ingest-keys': {
    path: '/settings/ingest-keys',
    menu: 'settings',
    isInPalette: true,
    needs: 'administrator',
  },
  audit: { path: '/settings/audit', menu: 'settings', isInPalette: true, needs: 'audit.read' },
  maps: { path: '/settings/maps', menu: 'settings', isInPalette: true, needs: 'operator' },
  'this-device': { path: '/settings/this-device', menu: 'settings', isInPalette: true },
  preferences: { path: '/settings/preferences', menu: 'settings', isInPalette: true },
} as const satisfies Record<string, View>

type Views = typeof views
type Listed<Name extends keyof Views = keyof Views> = Name extends unknown
  ? Views[Name] & { name: Name }
  : never
type With<Part> = Extract<Listed, Part>

const listed = Object.entries(views).map(([name, view]) => ({ name, ...view })) as Listed[]
const isIn =
  <Menu extends View['menu']>(menu: Menu) =>
  (view: Listed): view is With<{ menu: Menu }> =>
    'menu' in view && view.menu === menu

export const railViews = listed.filter(isIn('rail'))
export const settingsViews = listed.filter(isIn('settings'))
export const paletteViews = listed.filter(
  (view): view is With<{ isInPalette: true }> => 'isInPalette' in view,
)
export const shortcutViews = listed.filter((view): view is With<{ shortcut: string }> => 'shortcut' in view)

type InSettings<Path> = Path extends `/settings${infer Rest}` ? Rest : never

/** The entry of the rail that a path belongs to: rules to alerts, the connect guide, drivers and maintenance to devices. */
export function railEntryOf(pathname: string): string | undefined {
  if (pathname.startsWith(views.rules.path)) return 'alerts'
  if (pathname.startsWith(views.connect.path)) return 'devices'
  if (pathname.startsWith(views.drivers.path)) return 'devices'
  if (pathname.startsWith(views.maintenance.path)) return 'devices'
  return railViews.find(({ path }) => pathname.startsWith(path))?.name
}

/** The path of a settings view relative to /settings, as the router wants it. */
export function inSettings<Path extends string>(path: Path): InSettings<Path> {
  return path.slice('/settings'.length) as InSettings<Path>
}
