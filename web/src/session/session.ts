// One session per browser: the client for all views, and the signed-in user.

import { createClient, sessionTokens } from '@rastro/client'
import { getPreferences } from './preferences.ts'

const url = globalThis.location?.origin ?? ''

export const session = sessionTokens({ url })
export const rastro = createClient({
  url,
  token: session.token,
  language: () => getPreferences().language,
  units: () => getPreferences().units,
})
