// For routes that need no session: a link or a code is their credential, or they are open to everybody.

import { createClient } from '@rastro/client'

export const openClient = createClient({ url: globalThis.location?.origin ?? '', token: async () => 'none' })

/** Whether the installation still waits for its first account. */
export const setupQuery = { queryKey: ['setup'], queryFn: () => openClient.get('/session/setup') }
