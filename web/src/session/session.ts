// One session per browser: the client for all views, and the signed-in user.

import { createClient, sessionTokens } from '@rastro/client'
import { getPreferences } from './preferences.ts'
import { supportSessionId, visitorTokens } from './support-session.ts'

const url = globalThis.location?.origin ?? ''
const preferred = {
  language: () => getPreferences().language,
  units: () => getPreferences().units,
}

const own = sessionTokens({ url })
/** In the user's own account, also during a support session. */
export const ownRastro = createClient({ url, token: own.token, ...preferred })

export const session = supportSessionId ? { ...own, token: visitorTokens(ownRastro, supportSessionId) } : own
export const rastro = createClient({ url, token: session.token, ...preferred })
