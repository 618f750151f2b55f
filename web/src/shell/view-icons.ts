import type { Icon } from '@tabler/icons-react'
import {
  IconAddressBook,
  IconAdjustments,
  IconBell,
  IconBuilding,
  IconCoins,
  IconFileSearch,
  IconFolders,
  IconHistory,
  IconKey,
  IconLink,
  IconMapPin,
  IconPlugConnected,
  IconPolygon,
  IconSettings,
  IconShieldLock,
  IconTruck,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { railViews, settingsViews } from './views.ts'

/** Kept apart from views.ts, which scripts also load without React. */
export const viewIcons: Record<(typeof railViews | typeof settingsViews)[number]['name'], Icon> = {
  live: IconMapPin,
  history: IconHistory,
  alerts: IconBell,
  devices: IconTruck,
  geofences: IconPolygon,
  settings: IconSettings,
  account: IconBuilding,
  security: IconShieldLock,
  'api-keys': IconKey,
  users: IconUsers,
  groups: IconFolders,
  contacts: IconAddressBook,
  spending: IconCoins,
  webhooks: IconWebhook,
  shares: IconLink,
  'ingest-keys': IconPlugConnected,
  audit: IconFileSearch,
  preferences: IconAdjustments,
}
