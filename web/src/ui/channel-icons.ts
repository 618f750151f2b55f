// An icon for each channel of notifications.

import type { Contact } from '@rastro/client'
import {
  IconBell,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconDeviceMobileMessage,
  IconMail,
  IconMessages,
  IconPhone,
} from '@tabler/icons-react'

export const channelIcons: Record<Contact['channel'], typeof IconMail> = {
  email: IconMail,
  sms: IconDeviceMobileMessage,
  push: IconBell,
  telegram: IconBrandTelegram,
  chat: IconMessages,
  whatsapp: IconBrandWhatsapp,
  voice: IconPhone,
}
