// One browser, one session: the client that every view calls through, and who signed in.

import { createClient, sessionTokens } from '@rastro/client'

const url = globalThis.location?.origin ?? ''

export const session = sessionTokens({ url })
export const rastro = createClient({ url, token: session.token })
